package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.loadtest.chaos.check.SortableLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A client that asks one node for sortable ids of all kinds in turn, and connects again when it has to. */
final class SortableIdClient implements Runnable {

    private static final List<String> KINDS = List.of("second", "millisecond", "nanosecond", SortableLedger.UUID);
    private static final int LARGEST_COUNT = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final FleetNode node;
    private final SortableLedger ledger;
    private final Violations violations;
    private final Random random;
    private final BooleanSupplier stopping;

    SortableIdClient(
            FleetNode node, SortableLedger ledger, Violations violations, Random random, BooleanSupplier stopping) {
        this.node = node;
        this.ledger = ledger;
        this.violations = violations;
        this.random = random;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        while (!stopping.getAsBoolean()) {
            try (LineClient connection = Connector.untilStopped(stopping).connect(node.address())) {
                converse(connection, ledger.connection(node));
            } catch (IOException e) {
                // Killed, stopped or not there yet: that is expected here.
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (RuntimeException e) {
                violations.add("an answer of node %s is not understood: %s".formatted(node.name(), e.getMessage()));
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** The node serves sortable ids again when all kinds of a round were given. */
    private void converse(LineClient connection, SortableLedger.Connection log) throws IOException {
        while (!stopping.getAsBoolean()) {
            boolean allGiven = true;
            for (String kind : KINDS) {
                allGiven &= take(connection, log, kind, 1 + random.nextInt(LARGEST_COUNT));
            }
            if (allGiven) {
                node.sortableService().given();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean take(LineClient connection, SortableLedger.Connection log, String kind, int count)
            throws IOException {
        String asked = kind.equals(SortableLedger.UUID)
                ? "\"generate_uuid\""
                : "\"generate_sortable\",\"unit\":\"" + kind + "\"";
        connection.send("{\"src\":\"s\",\"body\":{\"type\":" + asked + ",\"msg_id\":1,\"count\":" + count + "}}\n");
        JsonNode body = SequenceCalls.body(connection.next());
        int code = body.path("code").asInt(0);
        if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            return false;
        }
        if (code != 0) {
            violations.add("node %s answered a right request for sortable ids: %s".formatted(node.name(), body));
            return false;
        }
        List<String> ids = new ArrayList<>();
        body.required("ids").forEach(id -> ids.add(id.asText()));
        if (ids.size() != count) {
            violations.add(
                    "node %s gave %s sortable ids where %s were asked for".formatted(node.name(), ids.size(), count));
        }
        log.given(kind, ids);
        return true;
    }
}
