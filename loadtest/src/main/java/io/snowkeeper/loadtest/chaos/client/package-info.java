/** Clients of a fleet that send requests all the time, and record their ids and numbers. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.client;
