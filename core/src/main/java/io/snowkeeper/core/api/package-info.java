/**
 * The interface that applications program against: ids, numbers of sequences, and how calls fail. Their source is a
 * client of a fleet, a lease in the application's own process, or a fake in its tests.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.api;
