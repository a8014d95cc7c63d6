/** The coordinator's executors in production: threads of their own, and threads that many share. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.executor;
