/** What strangers may have a process log again and again, and its bounds. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.log;
