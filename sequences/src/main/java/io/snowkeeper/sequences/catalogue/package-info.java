/**
 * The catalogue of a fleet's sequences: creation, description, and listing by pages. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.catalogue;
