/** Limits for log messages that clients can cause again and again. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.log;
