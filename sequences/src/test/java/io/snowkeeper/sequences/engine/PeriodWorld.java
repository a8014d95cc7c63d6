package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.plan.TurnBackCommand;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and callers of a sequence whose days end, moved by chance. Time passes by some seconds at a time or by nearly a day; the servers' clocks
 * differ by some seconds, and another one leads now and then; nodes may have several rules of the zone. Answers come, come late or are lost, and a node stops and another one comes.
 * In some worlds all clocks go wrong by days, are set right, and the sequence is turned back.
 */
final class PeriodWorld {

    private static final int NODES = 3;
    private static final int MAX_WAITING = 10;
    private static final long PATIENCE = Duration.ofDays(100).toNanos();

    /** The most by which two servers' clocks differ: as much as nodes allow for. */
    private static final int APART_SECONDS = 9;

    private final CoordinationStore store;
    private final String name;
    private final String incarnation;
    private final ClockedStore tree;
    private final SplittableRandom random;
    private final ServerClock servers = new ServerClock("2026-03-28T12:00:00Z");
    private final ManualTime time = new ManualTime();
    private final StateLimits limits;
    private final List<ManualNode> nodes = new ArrayList<>();
    private final List<Call> waiting = new ArrayList<>();
    private final List<CompletableFuture<?>> settling = new ArrayList<>();
    private final List<Grant> reserved = new ArrayList<>();
    private final List<String> numbers = new ArrayList<>();
    private final TreeSet<Period> periods = new TreeSet<>();
    private final Map<String, Grant> keyed = new HashMap<>();
    private final boolean gapless;

    /** Whether its clocks go wrong by days. */
    private final boolean wanders;

    /** Each node's own zone for the sequence's. */
    private final List<String> zones;

    private int daysAhead;
    private int wanderings;
    private CompletableFuture<?> turned = CompletableFuture.completedFuture(null);
    private int ahead;
    private int keys;

    /** @param floor the latest period that anybody was answered before it was made */
    private record Call(
            CompletableFuture<Grant> answer,
            @Nullable String key,
            @Nullable Period floor) {}

    PeriodWorld(CoordinationStore store, SequenceMode mode, String name, long seed) {
        this.store = store;
        this.time.clock = () -> servers.now().toEpochMilli();
        this.name = name;
        this.incarnation = "i" + seed;
        this.random = new SplittableRandom(seed);
        this.tree = new ClockedStore(store, servers);
        this.limits = seed % 2 == 0 ? StateLimits.DEFAULT : new StateLimits(30, 1, 2, 2, 3);
        this.zones = seed % 3 == 0
                ? List.of(ClockedStore.ZONE, "+02:00", "+00:30")
                : Collections.nCopies(NODES, ClockedStore.ZONE);
        this.gapless = mode == SequenceMode.GAPLESS;
        this.wanders = seed % 3 == 1;
        SequenceOptions options = SequenceOptions.DEFAULT
                .withBlock(1 + random.nextInt(7), 7)
                .withAtExpiry(random.nextBoolean() ? AtExpiry.RETURN : AtExpiry.HOLD);
        TestCatalogues.of(tree, limits)
                .create(
                        new SequenceDefinition(
                                        name,
                                        mode,
                                        List.of(new NumberRange(1, 20), new NumberRange(31, 10_000)),
                                        options)
                                .withPeriods(PeriodRule.of(
                                        PeriodLength.DAY, seed % 3 == 0 ? ClockedStore.ZONE : "Europe/Berlin")),
                        incarnation,
                        Overlap.ALLOWED)
                .join();
        var unused = tree.read(SequencePaths.state(name, incarnation)).join();
        for (int i = 0; i < NODES; i++) {
            nodes.add(node(i));
        }
    }

    private ManualNode node(int index) {
        return new ManualNode(store, servers, zones.get(index), name, time, limits);
    }

    void live(int steps) {
        // What comes of two wrong clocks takes longer.
        for (int step = 0; step < (wanders ? 2 * steps : steps); step++) {
            move(nodes.get(random.nextInt(NODES)));
            hear();
        }
    }

    private void move(ManualNode node) {
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> ask(node);
            case 3 -> decide(node);
            case 4 -> passTime();
            case 5 -> node.loop.passTime();
            case 6 -> disturb(node);
            case 7 -> node.tree.deliverEvents();
            case 8 -> wander(node);
            default -> {
                if (!node.loop.runOne() && !node.tree.requests().isEmpty()) {
                    node.tree.requests().remove(0).answer();
                }
            }
        }
    }

    private void ask(ManualNode node) {
        if (waiting.size() >= MAX_WAITING) {
            return;
        }
        NextRequest request = NextRequest.of(name, 1 + random.nextInt(3));
        String key = random.nextInt(3) == 0 ? "key " + random.nextInt(1 + keys++ / 2) : null;
        if (key != null) {
            request = NextRequest.of(name, 2).withKey(key);
        }
        waiting.add(new Call(node.ask(request), key, floor()));
    }

    /** Returns the period that no call may go behind, null where the sequence is turned back. */
    private @Nullable Period floor() {
        return wanders || periods.isEmpty() ? null : periods.last();
    }

    /** Twice, the second time further, and not more often: a key is known for a week. */
    private void wander(ManualNode node) {
        if (!wanders || random.nextInt(5) > 0) {
            return;
        }
        if (daysAhead > 0) {
            setRight();
            turnBack(node);
        } else if (wanderings < 2
                && (turned.isDone() && !turned.isCompletedExceptionally() || random.nextInt(3) == 0)) {
            daysAhead = ++wanderings;
            servers.pass(Duration.ofDays(daysAhead));
            time.pass(Duration.ofDays(daysAhead));
        } else {
            turnBack(node);
        }
    }

    private void setRight() {
        servers.pass(Duration.ofDays(-daysAhead));
        daysAhead = 0;
    }

    /** It is refused where the sequence is in no later period than it should be. */
    private void turnBack(ManualNode node) {
        PeriodRule rule = PeriodRule.of(PeriodLength.DAY, zones.get(nodes.indexOf(node)));
        settling.add(
                node.submit(new TurnBackCommand(rule.at(servers.now().toEpochMilli()), time.nanoTime(), PATIENCE)));
    }

    private void decide(ManualNode node) {
        if (gapless && !reserved.isEmpty()) {
            Settlement[] settlements = Settlement.values();
            Grant grant = reserved.remove(random.nextInt(reserved.size()));
            // A key is forgotten with a number that is not used.
            Settlement settlement =
                    keyed.containsValue(grant) ? Settlement.CONFIRM : settlements[random.nextInt(settlements.length)];
            settling.add(node.settle(grant.reservation().orElseThrow(), settlement));
        }
    }

    private void passTime() {
        int far = random.nextInt(10);
        Duration by = far == 0 ? Duration.ofHours(random.nextInt(23)) : Duration.ofSeconds(random.nextInt(8));
        if (far == 1) {
            // To some seconds before or after midnight.
            PeriodRule rule = PeriodRule.of(PeriodLength.DAY, zones.get(random.nextInt(NODES)));
            long now = servers.now().toEpochMilli();
            long seconds = (rule.endMillis(rule.at(now)) - now) / 1000 + random.nextInt(40) - 25;
            by = Duration.ofSeconds(Math.max(0, seconds));
        }
        servers.pass(by);
        time.pass(by);
        if (random.nextInt(8) == 0) {
            // Another server leads.
            int leads = random.nextInt(APART_SECONDS);
            servers.pass(Duration.ofSeconds(leads - ahead));
            ahead = leads;
        }
    }

    private void disturb(ManualNode node) {
        if (random.nextInt(6) == 0) {
            stop(node);
        } else if (!node.tree.requests().isEmpty()) {
            if (random.nextBoolean()) {
                node.tree.delay(0);
            } else {
                var request = node.tree.requests().remove(0);
                request.hold();
                request.lose();
            }
        } else if (node.tree.hasLate()) {
            node.tree.performLate();
        }
    }

    private void stop(ManualNode node) {
        CompletableFuture<?> stopped = node.served.stop(PATIENCE);
        node.settleDown();
        assertThat(stopped).isCompleted();
        while (node.tree.hasLate()) {
            node.tree.performLate();
        }
        int index = nodes.indexOf(node);
        nodes.set(index, node(index));
    }

    private void hear() {
        List<Call> answered =
                waiting.stream().filter(call -> call.answer().isDone()).toList();
        waiting.removeAll(answered);
        for (Call call : answered) {
            if (!call.answer().isCompletedExceptionally()) {
                hear(call, call.answer().join());
            }
        }
    }

    private void hear(Call call, Grant grant) {
        Grant before = call.key() == null ? null : keyed.putIfAbsent(call.key(), grant);
        if (before != null) {
            assertThat(grant).as("what %s got", call.key()).isEqualTo(before);
            return;
        }
        Period period = grant.period().orElseThrow();
        if (call.key() == null && call.floor() != null) {
            assertThat(period).isGreaterThanOrEqualTo(call.floor());
        }
        periods.add(period);
        if (gapless) {
            reserved.add(grant);
        } else {
            for (long number : grant.numbers()) {
                numbers.add(period.text() + ":" + number);
            }
        }
    }

    void settle() {
        for (ManualNode node : nodes) {
            while (node.tree.hasLate()) {
                node.tree.performLate();
            }
        }
        for (int round = 0; round < 3; round++) {
            for (ManualNode node : nodes) {
                node.settleDown();
                hear();
            }
        }
        if (wanders) {
            setRight();
            turnBack(nodes.get(0));
            nodes.get(0).settleDown();
        }
        // With more days and numbers, those come again that a wrong clock has had come before.
        for (int day = 0; day < (wanders ? 3 : 1); day++) {
            servers.pass(Duration.ofDays(1));
            time.pass(Duration.ofDays(1));
            CompletableFuture<Grant> last = nodes.get(0).ask(wanders ? 10 : 1);
            waiting.add(new Call(last, null, floor()));
            nodes.get(0).settleDown();
            assertThat(last).isCompleted();
            hear();
        }
        assertThat(waiting).isEmpty();
        assertThat(settling).allSatisfy(answer -> assertThat(answer).isDone());
    }

    /** Returns the numbers that callers got, each with its period. */
    List<String> numbers() {
        return numbers;
    }

    TreeSet<Period> periods() {
        return periods;
    }

    AuditReport audit() {
        return new ExportedLedger(new LedgerListing(new BulkConnection(() -> store, unused -> tree)), name).audit();
    }
}
