/** Where tests keep their files. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.disk;
