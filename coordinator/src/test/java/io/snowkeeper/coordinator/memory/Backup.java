package io.snowkeeper.coordinator.memory;

import java.util.Set;

/** All that the servers of an ensemble had on their disks at one moment. */
public final class Backup {

    private final Tree tree;
    private final long transactions;
    private final Set<Long> sessions;

    Backup(Tree tree, long transactions, Set<Long> sessions) {
        this.tree = tree;
        this.transactions = transactions;
        this.sessions = sessions;
    }

    Tree tree() {
        return tree;
    }

    /** Returns how many transactions there had been. */
    long transactions() {
        return transactions;
    }

    /** Returns the sessions that lived. */
    public Set<Long> sessions() {
        return sessions;
    }
}
