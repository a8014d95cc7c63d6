package io.snowkeeper.loadtest.chaos.client;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.loadtest.chaos.check.Ledger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.client.Answer;
import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A client that asks one node for ids, in batches and one by one without waiting, and connects again when it has to. */
final class IdClient implements Runnable {

    private static final int LARGEST_BATCH = 4_000;
    private static final int LINES_AT_ONCE = 16;
    private static final String STANDBY = UnavailableReason.STANDBY.toString();
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String GENERATE =
            "{\"src\":\"c\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n".repeat(LINES_AT_ONCE);

    private final FleetNode node;
    private final Ledger ledger;
    private final OrderJudge order;
    private final Violations violations;
    private final Random random;
    private final long nanosPerId;
    private final BooleanSupplier stopping;
    private long nextNanos = System.nanoTime();

    /** @param idsPerSecond how many to ask for, as far as they are given */
    IdClient(
            FleetNode node,
            Ledger ledger,
            OrderJudge order,
            Violations violations,
            Random random,
            long idsPerSecond,
            BooleanSupplier stopping) {
        this.node = node;
        this.ledger = ledger;
        this.order = order;
        this.violations = violations;
        this.random = random;
        this.nanosPerId = TimeUnit.SECONDS.toNanos(1) / idsPerSecond;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        while (!stopping.getAsBoolean()) {
            try (LineClient connection = Connector.untilStopped(stopping).connect(node.address())) {
                converse(connection, ledger.connection(node));
            } catch (IOException e) {
                // Killed, stopped or not there yet: that is expected here. The faults' own clock measures for how long.
                LockSupport.parkNanos(RETRY_NANOS);
            } catch (RuntimeException e) {
                violations.add("an answer of node %s is not understood: %s".formatted(node.name(), e.getMessage()));
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void converse(LineClient connection, Ledger.Connection log) throws IOException {
        while (!stopping.getAsBoolean()) {
            boolean batch = random.nextInt(10) < 7;
            int count = batch ? 1 + random.nextInt(LARGEST_BATCH) : LINES_AT_ONCE;
            keepPace(count);
            long begun = order.begun();
            connection.send(
                    batch
                            ? "{\"src\":\"c\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":1,\"count\":" + count
                                    + "}}\n"
                            : GENERATE);
            take(connection, log, begun, batch ? 1 : LINES_AT_ONCE, batch ? count : 1);
        }
    }

    private void take(LineClient connection, Ledger.Connection log, long begun, int lines, int idsPerLine)
            throws IOException {
        boolean refused = false;
        for (int i = 0; i < lines; i++) {
            String line = connection.next();
            Answer answer = read(line, idsPerLine);
            int code = answer.errorCode();
            if (code == 0) {
                long[] ids = answer.ids();
                if (ids.length != idsPerLine) {
                    violations.add("node %s gave %s ids where %s were asked for"
                            .formatted(node.name(), ids.length, idsPerLine));
                }
                order.answered("node " + node.name(), begun, ids);
                log.given(ids, ids.length);
            } else if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
                refused = true;
                if (answer.reason().equals(STANDBY)) {
                    node.standby().given();
                }
            } else {
                violations.add("node %s answered a right request: %s".formatted(node.name(), line));
            }
        }
        if (refused) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private static Answer read(String line, int ids) {
        try {
            return Answer.read(line, ids);
        } catch (IOException e) {
            throw new IllegalArgumentException(line, e);
        }
    }

    private void keepPace(int count) {
        long now = System.nanoTime();
        // Requests missed during a fault are not made up for.
        nextNanos = Math.max(nextNanos, now - TimeUnit.SECONDS.toNanos(1));
        if (nextNanos - now > 0) {
            LockSupport.parkNanos(nextNanos - now);
        }
        nextNanos += count * nanosPerId;
    }
}
