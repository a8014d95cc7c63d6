/** Health for the actuator, in its two shapes: that of Spring Boot 3.5, and that of 4. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring.health;
