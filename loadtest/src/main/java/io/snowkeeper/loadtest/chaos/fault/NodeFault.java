package io.snowkeeper.loadtest.chaos.fault;

import io.snowkeeper.loadtest.chaos.fleet.Direction;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.Link;
import io.snowkeeper.loadtest.chaos.fleet.Sessions;
import io.snowkeeper.loadtest.chaos.fleet.Slots;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A fault of one node. */
sealed interface NodeFault extends Fault {

    /** SIGSTOP. */
    record Pause(FleetNode node) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.pause();
            try {
                Thread.sleep(duration.toMillis());
            } finally {
                node.resume();
            }
        }
    }

    /** SIGKILL, and a new process; at once where the state is kept, which is where the old reservation still runs. */
    record Crash(FleetNode node, boolean stateLost) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.kill();
            if (stateLost) {
                Thread.sleep(duration.toMillis() / 4);
                node.state().wipe();
            }
            node.start();
        }
    }

    /** SIGKILL, the deletion of the dead owner's slot, and a new process on its old state. */
    record CrashSlotDeleted(FleetNode node, Slots slots) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.kill();
            try {
                Retry.until(() -> slots.delete(node.name()));
                Thread.sleep(duration.toMillis() / 4);
            } finally {
                node.start();
            }
        }
    }

    /** SIGKILL, and a new process without state whose clock is in the past. */
    record CrashIntoPast(FleetNode node, long millis) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.kill();
            node.state().wipe();
            node.clock().shift(-millis);
            try {
                node.start();
                Thread.sleep(duration.toMillis());
            } finally {
                node.clock().shift(0);
            }
        }
    }

    /** A step of the clock. */
    record ClockJump(FleetNode node, long millis) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.clock().shift(millis);
            try {
                Thread.sleep(duration.toMillis());
            } finally {
                node.clock().shift(0);
            }
        }
    }

    /** A step of the clock that is not undone: to one side of the right time, and from there to the other. */
    record ClockStaysWrong(FleetNode node, long millis) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            node.clock().stay(node.clock().lastingMillis() > 0 ? -millis : millis);
            Thread.sleep(duration.toMillis());
        }
    }

    /** A clock that is too fast. */
    record ClockDrift(FleetNode node, double gain) implements NodeFault {

        private static final long STEP_MILLIS = 100;

        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                for (long passed = 0; passed < duration.toMillis(); passed += STEP_MILLIS) {
                    node.clock().shift(Math.round(passed * gain));
                    Thread.sleep(STEP_MILLIS);
                }
            } finally {
                node.clock().shift(0);
            }
        }
    }

    /** Links to all ZooKeeper servers that hand nothing on, one way or both. */
    record Silence(FleetNode node, List<Direction> ways) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                for (Link link : node.links()) {
                    for (Direction way : ways) {
                        link.hold(way);
                    }
                }
                Thread.sleep(duration.toMillis());
            } finally {
                mend(node);
            }
        }
    }

    /** Links to all ZooKeeper servers that are refused. */
    record Reset(FleetNode node) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                for (Link link : node.links()) {
                    link.refuse();
                }
                Thread.sleep(duration.toMillis());
            } finally {
                mend(node);
            }
        }
    }

    /** Slow links to all ZooKeeper servers. */
    record Delay(FleetNode node, long millis) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                for (Link link : node.links()) {
                    link.delay(millis);
                }
                Thread.sleep(duration.toMillis());
            } finally {
                mend(node);
            }
        }
    }

    /** A file system without room. */
    record DiskFull(FleetNode node) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                node.state().fill();
                Thread.sleep(duration.toMillis());
            } finally {
                node.state().empty();
            }
        }
    }

    /** A file system that refuses writes. */
    record DiskReadOnly(FleetNode node) implements NodeFault {
        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            try {
                node.state().forbidWrites();
                Thread.sleep(duration.toMillis());
            } finally {
                node.state().allowWrites();
            }
        }
    }

    /** A session that ZooKeeper ends, as soon as it can be asked to: another fault may have struck it. */
    record SessionKilled(FleetNode node, Sessions sessions) implements NodeFault {

        @Override
        public void happen(Duration duration) throws IOException, InterruptedException {
            Retry.until(() -> sessions.kill(node.name()));
        }
    }

    private static void mend(FleetNode node) throws InterruptedException {
        for (Link link : node.links()) {
            link.mend();
        }
    }
}
