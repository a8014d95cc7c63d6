/**
 * What applications program against: ids and numbers of sequences, whoever gives them (a client of a fleet, a lease in the
 * application's own process, or a fake in its tests), and how calls fail.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.api;
