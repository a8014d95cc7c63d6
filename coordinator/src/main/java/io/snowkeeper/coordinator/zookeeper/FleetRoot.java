package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Change;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;

/**
 * The root znode of a fleet.
 *
 * @param path with its leading slash
 * @param acl the access list of the znodes that we make
 */
record FleetRoot(String path, List<ACL> acl) {

    String absolute(String below) {
        return path + below;
    }

    String below(String absolute) {
        return absolute.substring(path.length());
    }

    List<Op> operations(List<Change> changes) {
        return changes.stream().map(this::operation).toList();
    }

    private Op operation(Change change) {
        String znode = absolute(change.path());
        if (change instanceof Change.Create create) {
            return Op.create(znode, create.payload(), acl, CreateMode.PERSISTENT);
        } else if (change instanceof Change.Set set) {
            return Op.setData(znode, set.payload(), set.version());
        } else if (change instanceof Change.Delete delete) {
            return Op.delete(znode, delete.version());
        } else if (change instanceof Change.Check check) {
            return Op.check(znode, check.version());
        }
        throw new IllegalArgumentException("no operation for " + change);
    }
}
