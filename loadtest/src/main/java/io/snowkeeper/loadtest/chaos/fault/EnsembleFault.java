package io.snowkeeper.loadtest.chaos.fault;

import io.snowkeeper.loadtest.chaos.fleet.Direction;
import io.snowkeeper.loadtest.chaos.fleet.Fleet;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.Network;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.time.Duration;

/** A fault of ZooKeeper, or of the way of all nodes to it. */
sealed interface EnsembleFault extends Fault {

    /** SIGSTOP for the leader; the others choose a new one, and the old one finds that out when it goes on. */
    record LeaderPause(Ensemble ensemble) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            int leader = ensemble.leader().orElse(0);
            ensemble.pause(leader);
            try {
                Thread.sleep(duration.toMillis());
            } finally {
                ensemble.resume(leader);
            }
            ensemble.awaitLeader();
        }
    }

    /** The leader leads on, but no node reaches it. */
    record LeaderPartition(Fleet fleet) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            int leader = fleet.ensemble().leader().orElse(0);
            try {
                for (FleetNode node : fleet.nodes()) {
                    node.links().get(leader).hold(Direction.TO_SERVER);
                    node.links().get(leader).hold(Direction.TO_NODE);
                }
                Thread.sleep(duration.toMillis());
            } finally {
                for (FleetNode node : fleet.nodes()) {
                    node.links().get(leader).mend();
                }
            }
        }
    }

    /** The leader hears of no other server; those choose a new one, while nodes may still ask the old one. */
    record LeaderIsolated(Ensemble ensemble, Network network) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                network.isolate(ensemble.leader().orElse(0));
                Thread.sleep(duration.toMillis());
            } finally {
                network.mend();
            }
            ensemble.awaitLeader();
        }
    }

    /** No server hears of another one: none can lead. */
    record Split(Ensemble ensemble, Network network) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                network.split();
                Thread.sleep(duration.toMillis() / 2);
            } finally {
                network.mend();
            }
            ensemble.awaitLeader();
        }
    }

    /** SIGKILL for all, and new processes with their data. */
    record Restart(Ensemble ensemble) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            ensemble.killAll();
            try {
                Thread.sleep(duration.toMillis() / 2);
            } finally {
                ensemble.startAll();
            }
            ensemble.awaitLeader();
        }
    }

    /** SIGKILL for all nodes and servers, and new processes with their data, the servers first. */
    record RestartWithNodes(Fleet fleet) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            fleet.nodes().forEach(FleetNode::kill);
            try {
                new Restart(fleet.ensemble()).happen(duration);
            } finally {
                for (FleetNode node : fleet.nodes()) {
                    node.start();
                }
            }
        }
    }

    /** SIGKILL for all nodes and servers, an older copy of the servers' data, and an operator's recovery. */
    record Restore(Fleet fleet, Recovery recovery) implements EnsembleFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            fleet.nodes().forEach(FleetNode::kill);
            fleet.ensemble().killAll();
            recovery.stopped();
            fleet.backups().putBack();
            fleet.ensemble().startAll();
            recovery.begin();
            for (FleetNode node : fleet.nodes()) {
                node.start();
            }
            recovery.recover();
            fleet.backups().make();
        }
    }
}
