package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.access.WholeStates;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import io.snowkeeper.sequences.sweep.ExpireCommand;
import io.snowkeeper.sequences.sweep.ReleaseCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Nodes and callers of one sequence, moved by chance; remembers the callers' answers. */
final class SequenceWorld {

    /** The decisions, each as likely as the others. */
    private static final Settlement[] DECISIONS = {
        Settlement.CONFIRM,
        Settlement.CONFIRM,
        Settlement.CONFIRM,
        Settlement.CANCEL,
        Settlement.CANCEL,
        Settlement.VOID
    };

    private static final int NODES = 3;
    private static final int MAX_WAITING = 12;

    /** By so much the numbers of a sequence that was made anew lie above those of the one before. */
    private static final long APART = 1_000_000;

    private static final long[] STEPS = {1, 3, 7};

    /** How a sequence of the name may be deleted and made anew while it is in use. */
    enum Operator {
        ABSENT,
        MAKES_ANEW
    }

    private final CoordinationStore store;
    private final LedgerListing ledgers;
    private ExportedLedger exported;
    private final SequenceStore tree;
    private final SequenceDefinition definition;
    private final boolean callersLeave;
    private final Operator operator;
    private final long seed;
    private final SplittableRandom random;
    private final ManualTime time = new ManualTime();
    private final int faults;
    private final List<ManualNode> nodes = new ArrayList<>();
    private final List<Call> waiting = new ArrayList<>();
    private final List<String> incarnations = new ArrayList<>();
    private final List<Decision> settling = new ArrayList<>();

    /** The numbers of each key of a sequence; it must get the same ever after. */
    private final Map<String, Grant> keyed = new HashMap<>();

    private final StateLimits limits;
    private final List<Long> unkeyed = new ArrayList<>();
    private final List<Grant> reserved = new ArrayList<>();

    /** The decisions about reservations, by the callers' answers. */
    private final Map<Settlement, Map<String, Grant>> settled = new EnumMap<>(Settlement.class);

    /** Reservations with a request to cancel or void them: their keys may be forgotten. */
    private final Set<String> maybeUndone = new HashSet<>();

    /** The grants with each number of held reservations. */
    private final Map<Long, Set<Grant>> holders = new HashMap<>();

    /** How many numbers callers requested that have left. */
    private long left;

    private long largest;
    private int keys;
    private int deletions;

    private record Call(
            CompletableFuture<Grant> answer,
            int count,
            @Nullable String key,
            long largestBefore,
            int made,
            int deleted) {}

    private record Decision(CompletableFuture<?> answer, Grant grant, Settlement settlement) {}

    SequenceWorld(
            CoordinationStore store,
            SequenceDefinition definition,
            boolean callersLeave,
            Operator operator,
            long seed) {
        this.store = store;
        this.definition = definition;
        this.callersLeave = callersLeave;
        this.operator = operator;
        this.seed = seed;
        // With little room in the state, a few numbers suffice for records apart from it.
        this.limits = seed % 3 == 0 ? StateLimits.DEFAULT : new StateLimits(StateLimits.DEFAULT.renewAt(), 1, 2, 2, 3);
        this.random = new SplittableRandom(seed);
        this.faults = random.nextInt(60);
        this.tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        for (Settlement settlement : Settlement.values()) {
            settled.put(settlement, new HashMap<>());
        }
        this.ledgers = new LedgerListing(new BulkConnection(() -> store, unused -> tree));
        make();
        for (int i = 0; i < NODES; i++) {
            // Nodes of several versions may leave different parts in the state.
            StateLimits limits = i == 1 ? new StateLimits(StateLimits.DEFAULT.renewAt(), 2, 3, 3, 5) : this.limits;
            // Restarted versions are rare, and must not matter.
            nodes.add(new ManualNode(
                    store, definition.name(), time, i == 0 && seed % 3 == 0 ? limits.withRenewAt(30) : limits));
        }
    }

    private void make() {
        String incarnation = Tokens.random(Environment.REAL.random());
        long first = incarnations.size() * APART + 1;
        long step = step(incarnations.size());
        List<NumberRange> ranges = definition.ranges().stream()
                .map(range -> new NumberRange(first + (range.from() - 1) * step, first + (range.to() - 1) * step))
                .toList();
        TestCatalogues.of(tree, limits)
                .create(
                        new SequenceDefinition(definition.name(), definition.mode(), ranges, definition.options())
                                .withStep(step),
                        incarnation,
                        Overlap.ALLOWED)
                .join();
        incarnations.add(incarnation);
        exported = new ExportedLedger(ledgers, definition.name());
    }

    /** Returns the step of a sequence by how many of its name were made before. */
    private long step(int madeBefore) {
        return definition.mode() == SequenceMode.GAPLESS
                ? 1
                : STEPS[(int) Math.floorMod(seed + madeBefore, (long) STEPS.length)];
    }

    /** Returns which of its sequence's numbers each is that callers got, from 1. */
    List<Long> ordinals() {
        return numbers().stream().map(this::ordinal).toList();
    }

    private long ordinal(long number) {
        long step = step(madeBefore(number));
        long distance = number % APART - 1;
        assertThat(distance % step).as("%d by a step of %d", number, step).isZero();
        return distance / step + 1;
    }

    private void delete() {
        ManualNode deleting = new ManualNode(store, definition.name(), time, limits);
        CompletableFuture<?> deleted = deleting.submit(new DeleteCommand(
                new DeleteRequest(definition.name(), state().next(), true),
                time.nanoTime(),
                Duration.ofHours(1).toNanos()));
        deleting.settleDown();
        assertThat(deleted).isCompleted();
        deletions++;
    }

    /** Returns whether there is a sequence of the name. */
    private boolean isThere() {
        return incarnations.size() > deletions;
    }

    private String incarnation() {
        return incarnations.get(incarnations.size() - 1);
    }

    /** Returns how many sequences of the name were made before the one that a number is of. */
    private static int madeBefore(long number) {
        return (int) (number / APART);
    }

    private void operate() {
        if (!isThere()) {
            make();
            return;
        }
        delete();
        if (random.nextInt(3) > 0) {
            make();
        }
    }

    /** Copies new entries of the ledger, and releases some of the copied ones. */
    private void release() {
        exported.goOn(1 + random.nextInt(20));
        long through = 1 + random.nextInt(exported.entries().size());
        ManualNode releasing = new ManualNode(store, definition.name(), time, limits);
        CompletableFuture<?> released = releasing.submit(new ReleaseCommand(
                ledgers.release(definition.name(), through, Optional.empty()).join(),
                time.nanoTime(),
                Duration.ofHours(1).toNanos()));
        releasing.settleDown();
        assertThat(released).isCompleted();
    }

    /** Audits the copied entries of the ledger, and those beyond them. */
    AuditReport audit() {
        return exported.audit();
    }

    void live(int steps) {
        for (int i = 0; i < steps; i++) {
            if (operator == Operator.MAKES_ANEW && random.nextInt(60) == 0) {
                operate();
            }
            if (definition.mode() == SequenceMode.GAPLESS && isThere() && random.nextInt(100) == 0) {
                release();
            }
            time.pass(Duration.ofNanos(random.nextInt(1_000_000)));
            act(nodes.get(random.nextInt(NODES)));
            hear();
        }
    }

    private void act(ManualNode node) {
        int choice = random.nextInt(100);
        if (choice < 20 && waiting.size() < MAX_WAITING) {
            ask(node);
        } else if (choice < 25 && callersLeave && !waiting.isEmpty()) {
            leave(waiting.remove(random.nextInt(waiting.size())));
        } else if (choice < 35 && definition.mode() == SequenceMode.GAPLESS && !reserved.isEmpty()) {
            settle(node, reserved.get(random.nextInt(reserved.size())), DECISIONS[random.nextInt(DECISIONS.length)]);
        } else if (choice < 37 && choice > 35 && holds() && isThere()) {
            findLate(node);
        } else if (choice < 36 && random.nextInt(100) < faults) {
            endSession(node);
        } else if (choice < 60) {
            node.loop.runOne();
        } else if (choice < 70) {
            node.loop.passTime();
        } else if (choice < 74 && node.tree.hasLate()) {
            node.tree.performLate();
        } else if (choice < 77) {
            node.tree.deliverEvents();
        } else if (choice < 79 && node.tree.hasAnswersOfFormer()) {
            node.tree.deliverAnswerOfFormer();
        } else if (!node.tree.requests().isEmpty()) {
            answer(node.tree);
        }
    }

    private void ask(ManualNode node) {
        int count = random.nextInt(5) == 0 ? 1 + random.nextInt(9) : 1;
        String key = null;
        if (random.nextInt(3) == 0) {
            key = keys > 0 && random.nextInt(2) == 0 ? "key " + random.nextInt(keys) : "key " + keys++;
            // By the key, so that it always is the same.
            count = 1 + Math.floorMod(key.hashCode(), 3);
        }
        NextRequest request = NextRequest.of(definition.name(), count);
        waiting.add(call(node.ask(key == null ? request : request.withKey(key)), count, key));
    }

    private Call call(CompletableFuture<Grant> answer, int count, @Nullable String key) {
        return new Call(answer, count, key, largest, incarnations.size(), isThere() ? deletions : deletions - 1);
    }

    private void leave(Call call) {
        left += call.count();
        call.answer().cancel(false);
        if (!call.answer().isCancelled()) {
            left -= call.count();
            waiting.add(call);
        }
    }

    private void settle(ManualNode node, Grant grant, Settlement settlement) {
        String reservation = grant.reservation().orElseThrow();
        if (settlement != Settlement.CONFIRM) {
            maybeUndone.add(reservation);
        }
        settling.add(new Decision(node.settle(reservation, settlement), grant, settlement));
    }

    private boolean holds() {
        return definition.mode() == SequenceMode.GAPLESS && definition.options().atExpiry() == AtExpiry.HOLD;
    }

    /** A sweeper takes the time of all reservations for past. */
    private void findLate(ManualNode node) {
        List<Integer> slots = IntStream.range(0, BucketRecord.SLOTS).boxed().toList();
        var unused = node.submit(new ExpireCommand(incarnation(), 0, slots, time.nanoTime(), Long.MAX_VALUE / 2));
    }

    private void answer(ManualStore requests) {
        int index = random.nextInt(requests.requests().size());
        if (random.nextInt(100) >= faults) {
            requests.requests().remove(index).answer();
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> requests.requests().get(index).hold();
            case 1 -> requests.delay(index);
            case 2 -> requests.requests().remove(index).lose();
            default -> {
                requests.requests().get(index).hold();
                requests.requests().remove(index).lose();
            }
        }
    }

    private void endSession(ManualNode node) {
        while (!node.tree.requests().isEmpty()) {
            ManualStore.Request<?> request = node.tree.requests().remove(0);
            switch (random.nextInt(3)) {
                case 0 -> request.lose();
                case 1 -> {
                    request.hold();
                    request.lose();
                }
                default -> node.tree.answerAfterEnd(request);
            }
        }
        node.tree.endSession();
        node.served.revalidate();
    }

    /** Records the callers' answers. */
    private void hear() {
        for (Call call : List.copyOf(waiting)) {
            if (call.answer().isDone()) {
                waiting.remove(call);
                hear(call);
            }
        }
        for (Decision decision : List.copyOf(settling)) {
            if (decision.answer().isDone()) {
                settling.remove(decision);
                hear(decision);
            }
        }
    }

    private void hear(Call call) {
        Throwable failure = call.answer().handle((grant, thrown) -> thrown).join();
        if (failure != null) {
            hear(call, failure);
            return;
        }
        Grant grant = call.answer().join();
        assertThat(grant.count()).isEqualTo(call.count());
        int made = madeBefore(grant.first());
        if (call.key() != null || definition.mode() != SequenceMode.BLOCK) {
            // Numbers of a node's block may be handed out until the node hears that its sequence is gone.
            assertThat(made)
                    .as("numbers are of a sequence that was deleted before they were asked for: %s", grant)
                    .isGreaterThanOrEqualTo(call.made() - 1);
        }
        if (call.key() == null) {
            unkeyed.addAll(LongStream.of(grant.numbers()).boxed().toList());
        } else {
            String key = made + " " + call.key();
            Grant before = keyed.putIfAbsent(key, grant);
            // Callers of one key may be heard in another order than they were answered: either may be the one that was
            // undone.
            if (before != null && !mayBeUndone(before) && !mayBeUndone(grant)) {
                assertThat(grant).as(call.key()).isEqualTo(before);
            } else {
                keyed.put(key, grant);
            }
        }
        if (definition.mode() == SequenceMode.ORDERED && call.key() == null) {
            assertThat(grant.first())
                    .as("a number that was asked for after another was known")
                    .isGreaterThan(call.largestBefore());
        }
        if (call.key() == null) {
            largest = Math.max(largest, grant.numbers()[grant.count() - 1]);
        }
        if (grant.reservation().isPresent()) {
            reserved.add(grant);
            requireHeldAlone(grant);
        }
    }

    /** No number belongs to another caller before a request to give it back. */
    private void requireHeldAlone(Grant grant) {
        for (long number : holds() ? grant.numbers() : new long[0]) {
            Set<Grant> told = holders.computeIfAbsent(number, unused -> new HashSet<>());
            told.add(grant);
            assertThat(told.stream().filter(holder -> !mayBeUndone(holder)))
                    .as("holders of %d of whom none has given it back", number)
                    .hasSizeLessThan(2);
        }
    }

    private boolean mayBeUndone(Grant grant) {
        return grant.reservation().map(maybeUndone::contains).orElse(false);
    }

    /**
     * A refusal for lack of numbers must be true, whatever happened to the numbers of callers that wait or have left.
     */
    private void hear(Call call, Throwable failure) {
        if (failure instanceof UnknownSequenceException && call.deleted() < deletions) {
            return;
        }
        assertThat(failure).isInstanceOf(SequenceUsedUpException.class);
        if (definition.mode() != SequenceMode.BLOCK) {
            long total =
                    definition.ranges().stream().mapToLong(NumberRange::size).sum();
            long may = numbers().size()
                    + left
                    + call.count()
                    + waiting.stream().mapToLong(Call::count).sum();
            assertThat(may).as("numbers that may have been given").isGreaterThan(total);
        }
    }

    private void hear(Decision decision) {
        String reservation = decision.grant().reservation().orElseThrow();
        Throwable failure =
                decision.answer().handle((nothing, thrown) -> thrown).join();
        if (failure == null) {
            note(reservation, decision.grant(), decision.settlement());
        } else if (failure instanceof ReservationSettledException) {
            note(reservation, decision.grant(), settledBefore(failure));
        } else if (!(isOfDeleted(reservation)
                && (failure instanceof UnknownReservationException || failure instanceof UnknownSequenceException))) {
            throw new AssertionError(failure);
        }
    }

    private void note(String reservation, Grant grant, Settlement settlement) {
        settled.forEach((other, reservations) -> {
            if (other != settlement) {
                assertThat(reservations).as("settled in two ways").doesNotContainKey(reservation);
            }
        });
        settled(settlement).put(reservation, grant);
    }

    private static Settlement settledBefore(Throwable refusal) {
        if (refusal.getMessage().contains("it was confirmed before")) {
            return Settlement.CONFIRM;
        }
        return refusal.getMessage().contains("it was made void before") ? Settlement.VOID : Settlement.CANCEL;
    }

    private Map<String, Grant> settled(Settlement settlement) {
        return settled.get(settlement);
    }

    private boolean isOfDeleted(String reservation) {
        return !isThere() || !reservation.startsWith(incarnation() + "-");
    }

    /** Brings everything to its end, without further failures. No caller may be left waiting. */
    void settle() {
        if (!isThere()) {
            make();
        }
        for (ManualNode node : nodes) {
            while (node.tree.hasLate()) {
                node.tree.performLate();
            }
        }
        for (int round = 0; round < 60; round++) {
            nodes.forEach(ManualNode::settleDown);
            nodes.forEach(node -> node.tree.deliverEvents());
        }
        hear();
        assertThat(waiting).as("callers that hang").isEmpty();
        assertThat(settling).as("settlements that hang").isEmpty();
        for (int key = 0; key < keys; key++) {
            // The numbers of a key whose caller has left are known then, too.
            String name = "key " + key;
            NextRequest request = NextRequest.of(definition.name(), 1 + Math.floorMod(name.hashCode(), 3))
                    .withKey(name);
            waiting.add(call(nodes.get(0).ask(request), request.count(), name));
        }
        for (int round = 0; round < 3; round++) {
            nodes.forEach(ManualNode::settleDown);
        }
        hear();
        assertThat(waiting).as("keys that hang").isEmpty();
    }

    /** Returns all numbers that were given, each as often as it was. */
    List<Long> numbers() {
        List<Long> numbers = new ArrayList<>(unkeyed);
        keyed.values().forEach(grant -> LongStream.of(grant.numbers()).forEach(numbers::add));
        return numbers.stream().sorted().toList();
    }

    List<Long> confirmed() {
        return numbers(Settlement.CONFIRM);
    }

    /** Returns the numbers that are settled so, by the callers' answers. */
    List<Long> numbers(Settlement settlement) {
        return settled(settlement).values().stream()
                .flatMapToLong(grant -> LongStream.of(grant.numbers()))
                .boxed()
                .toList();
    }

    /** Returns the numbers of reservations that are pending. */
    List<Long> pending() {
        String path = SequencePaths.pendingBucket(definition.name(), incarnation(), 0);
        return tree.children(path).join().stream()
                .map(slot -> tree.read(path + "/" + slot).join().orElseThrow().as(PendingRecord.class))
                .flatMapToLong(entry -> LongStream.of(new Grant(entry.runs(), Optional.empty()).numbers()))
                .boxed()
                .toList();
    }

    long givenUp() {
        return nodes.stream()
                .flatMap(node -> node.served.usage().stream())
                .mapToLong(SequenceUsage::lost)
                .sum();
    }

    SequenceRecord state() {
        SequenceRecord state = tree.read(SequencePaths.state(definition.name(), incarnation()))
                .join()
                .orElseThrow()
                .as(SequenceRecord.class);
        return WholeStates.complete(tree, definition.name(), incarnation(), state)
                .join();
    }

    /** Returns the numbers of a state that have come back, as runs. */
    List<NumberRange> returned(SequenceRecord state) {
        List<NumberRange> runs = new ArrayList<>(state.returned().lowest().runs());
        for (Part part : state.returned().parts()) {
            NumberSet numbers = tree.read(SequencePaths.returned(definition.name(), incarnation(), part.id()))
                    .join()
                    .orElseThrow()
                    .as(NumberSet.class);
            assertThat(Part.of(part.id(), numbers)).isEqualTo(part);
            runs.addAll(numbers.runs());
        }
        assertThat(runs).isSortedAccordingTo(Comparator.comparingLong(NumberRange::from));
        return runs;
    }

    void stopOneAfterAnother() {
        for (ManualNode node : nodes) {
            var unused = node.served.stop(Duration.ofHours(1).toNanos());
            node.settleDown();
        }
    }

    /** A new node takes the available numbers, up to {@code count}. */
    void takeTheRest(int count) {
        ManualNode node = new ManualNode(store, definition.name(), time, limits);
        nodes.add(node);
        for (int i = 0; i < count; i++) {
            waiting.add(call(node.ask(1), 1, null));
        }
        for (int round = 0; round < 20; round++) {
            node.settleDown();
        }
        hear();
        assertThat(waiting).as("callers that hang").isEmpty();
    }

    /** The time of all reservations is up that are not settled. They are as many as sweeps have to find again and again. */
    void expireAll() {
        long before;
        do {
            before = state().pending();
            sweep();
        } while (state().pending() < before);
    }

    private void sweep() {
        long reservations = state().reservations();
        for (long bucket = 0; bucket * BucketRecord.SLOTS < reservations; bucket++) {
            int used = (int) Math.min(BucketRecord.SLOTS, reservations - bucket * BucketRecord.SLOTS);
            List<Integer> slots = IntStream.range(0, used).boxed().toList();
            var unused = nodes.get(1)
                    .submit(new ExpireCommand(incarnation(), bucket, slots, time.nanoTime(), Long.MAX_VALUE / 2));
            nodes.get(1).settleDown();
        }
    }
}
