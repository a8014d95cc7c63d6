package io.snowkeeper.coordinator.inspect;

import io.snowkeeper.coordinator.store.RecordStamp;
import java.util.List;

/**
 * A record with those below it, each before its children.
 *
 * @param records those that were read
 * @param whole whether these are all of the wanted depth; else there are more than were wanted
 */
public record RecordTree(List<Branch> records, boolean whole) {

    public RecordTree {
        records = List.copyOf(records);
    }

    /**
     * A record of a tree.
     *
     * @param path below the fleet's root, which is empty itself
     * @param depth how many records of the tree are above it
     */
    public record Branch(String path, int depth, RecordStamp stamp) {

        /** Returns the last part of its path. */
        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }
}
