package io.snowkeeper.coordinator.zookeeper;

import org.apache.zookeeper.data.Stat;

/**
 * When a znode was made and written last. ZooKeeper numbers its transactions in the order in which it does them, so of two
 * states of one path the one with the higher number is the newer one, even if the znode was deleted and made again between.
 *
 * @param createdZxid the transaction that made it
 * @param writtenZxid the transaction that wrote it last
 * @param createdMillis when it was made, in Unix milliseconds by ZooKeeper's clock
 */
record ZnodeStamp(long createdZxid, long writtenZxid, long createdMillis) {

    static ZnodeStamp of(Stat stat) {
        return new ZnodeStamp(stat.getCzxid(), stat.getMzxid(), stat.getCtime());
    }
}
