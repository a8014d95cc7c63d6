/**
 * Snowkeeper for applications of Spring Boot 3.5 and 4: {@code snowkeeper.servers} or {@code snowkeeper.zookeeper} gives them a source of
 * ids as a bean, with its health and its meters.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring;
