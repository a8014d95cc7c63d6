package io.snowkeeper.loadtest.chaos.check;

/**
 * One write of a worker id's slot, as ZooKeeper's log has it.
 *
 * @param worker the worker id
 * @param node the name of the node that held it from then on
 * @param reservedUntilMillis the last Unix millisecond that it might issue
 */
record SlotWrite(long worker, String node, long reservedUntilMillis) {}
