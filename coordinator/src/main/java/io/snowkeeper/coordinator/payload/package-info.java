/** What payloads of records have in common, whatever they tell. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.coordinator.payload;
