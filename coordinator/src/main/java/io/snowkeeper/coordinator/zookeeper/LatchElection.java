package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.NoAnswerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;

/** An election by Curator's latch. */
final class LatchElection implements Election {

    private final LeaderLatch latch;

    LatchElection(CuratorFramework client, String path, String candidate) {
        this.latch = new LeaderLatch(client, path, candidate);
    }

    @Override
    public void enter() {
        if (latch.getState() != LeaderLatch.State.LATENT) {
            return;
        }
        try {
            latch.start();
        } catch (Exception e) { // Curator declares no narrower one.
            throw new NoAnswerException("the election cannot be entered: " + e.getMessage());
        }
    }

    @Override
    public boolean isElected() {
        return latch.hasLeadership();
    }

    @Override
    public void close() {
        if (latch.getState() != LeaderLatch.State.STARTED) {
            return;
        }
        try {
            latch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
