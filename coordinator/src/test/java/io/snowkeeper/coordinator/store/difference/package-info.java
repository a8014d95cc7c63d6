/**
 * A comparison of two stores by random scripts: ZooKeeper, and the store in memory that simulations use in its place.
 */
package io.snowkeeper.coordinator.store.difference;
