package io.snowkeeper.simulation;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.simulation.judge.LossJudge;
import io.snowkeeper.simulation.judge.RestoreJudge;
import io.snowkeeper.simulation.judge.SequenceJudge;
import io.snowkeeper.simulation.judge.SequenceRefusalJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The clients of a world's sequences, one of each mode: they ask any node, and others again with the same key. */
final class SequenceClients {

    private static final int TRIES = 6;

    /** How likely a reservation is settled about when its time is up. */
    private static final double LATE = 0.4;

    /** The probability that a client is followed by some that send requests to each node all the time. */
    private static final double RUSHES = 0.02;

    private static final long BEFORE_NANOS = 200_000_000;
    private static final long AFTER_NANOS = 2_000_000_000;

    private List<SimulatedNode> nodes;
    private final EventLoop loop;
    private final Choices choices;
    private final Trace trace;
    private final Calls calls;
    private final SequenceOptions options;
    private final List<SequenceJudge> judges = new ArrayList<>();
    private final List<SequenceOperator> operators = new ArrayList<>();
    private final LedgerArchive archive;
    private final SequenceRefusalJudge refusals;
    private final LossJudge losses;
    private final RestoreJudge restores;
    private final Pace pace;
    private final long pauseNanos;
    private final Set<String> toRestart = new HashSet<>();
    private long keys;
    private boolean over;

    SequenceClients(
            List<SimulatedNode> nodes,
            EventLoop loop,
            Choices choices,
            Pace pace,
            SequenceRefusalJudge refusals,
            LossJudge losses,
            RestoreJudge restores,
            Trace trace) {
        this.nodes = nodes;
        this.loop = loop;
        this.choices = choices;
        this.trace = trace;
        this.calls = new Calls(loop);
        this.pace = pace;
        this.refusals = refusals;
        this.losses = losses;
        this.restores = restores;
        this.pauseNanos = choices.spread(20_000_000, 1_000_000_000);
        Duration reservation = Duration.ofMillis(choices.spread(1_000, 10_000));
        long minBlock = choices.spread(1, 20);
        this.options = SequenceOptions.DEFAULT
                .withBlock(minBlock, minBlock * choices.between(1, 10))
                .withKeyRetention(reservation.plusSeconds(60))
                .withReservationTime(reservation)
                // Not a choice of its own, so that the seeds keep their worlds.
                .withAtExpiry(reservation.toMillis() % 2 == 0 ? AtExpiry.HOLD : AtExpiry.RETURN);
        for (SequenceMode mode : SequenceMode.values()) {
            judges.add(new SequenceJudge(mode.text(), mode));
        }
        this.archive =
                new LedgerArchive(SequenceMode.GAPLESS.text(), this::node, loop, new Choices(pauseNanos), pace, trace);
    }

    void start() {
        archive.start();
        for (SequenceJudge judge : judges) {
            SequenceOperator operator = new SequenceOperator(
                    judge, this::node, loop, choices.branch(), pace, trace, options, listener(judge));
            operators.add(operator);
            operator.start(() -> ask(judge));
        }
    }

    private SimulatedNode node() {
        return choices.one(nodes);
    }

    long count() {
        return judges.stream().mapToLong(SequenceJudge::count).sum();
    }

    // --- the clients' calls

    private void ask(SequenceJudge judge) {
        loop.after(pace.next(choices, pauseNanos), () -> {
            if (!over) {
                askNow(judge, node());
                if (choices.chance(RUSHES)) {
                    long numbers = choices.spread(5, 100);
                    nodes.forEach(node -> rush(judge, node, numbers));
                }
                ask(judge);
            }
        });
    }

    /** Asks a node for number after number, as others are asked meanwhile: they write the sequence all the time then. */
    private void rush(SequenceJudge judge, SimulatedNode node, long numbers) {
        if (over || numbers == 0) {
            return;
        }
        NextRequest request = NextRequest.of(judge.name());
        next(judge, judge.asked(node.processName(), request.key()), request, node, 1, grant -> {
            settle(judge, grant);
            rush(judge, node, numbers - 1);
        });
    }

    private SequenceOperator.Listener listener(SequenceJudge judge) {
        return new SequenceOperator.Listener() {
            @Override
            public void changed() {
                askAll(judge);
            }

            @Override
            public void deleting() {
                askAllMeanwhile(judge);
            }
        };
    }

    /** Sends each node a request with a key, so that its write meets the deletion and the new sequence. */
    private void askAllMeanwhile(SequenceJudge judge) {
        for (SimulatedNode node : nodes) {
            loop.after(choices.spread(10_000, 20_000_000), () -> {
                if (!over) {
                    ask(judge, node, Optional.of("key-" + ++keys), 1);
                }
            });
        }
    }

    /** Asks each node soon, now that there is something to ask for. */
    private void askAll(SequenceJudge judge) {
        for (SimulatedNode node : nodes) {
            loop.after(choices.spread(1_000_000, 500_000_000), () -> {
                if (!over) {
                    askNow(judge, node);
                }
            });
        }
    }

    private void askNow(SequenceJudge judge, SimulatedNode node) {
        Optional<String> key = choices.chance(0.4) ? Optional.of(key()) : Optional.empty();
        ask(judge, node, key, choices.chance(0.8) ? 1 : (int) choices.spread(1, 50));
    }

    private void ask(SequenceJudge judge, SimulatedNode node, Optional<String> key, int count) {
        NextRequest request;
        try {
            request = new NextRequest(judge.name(), count, key, Optional.empty());
        } catch (InvalidSequenceException e) {
            trace.add(String.valueOf(e.getMessage()));
            return;
        }
        if (choices.chance(0.1)) {
            losses.asked(judge.name(), node.processName(), request);
            calls.askAndGo(
                    node,
                    new SequenceRequest.Next(request, IdFormat.NUMBER),
                    Duration.ofNanos(choices.spread(100_000, 1_000_000_000)));
            return;
        }
        next(judge, judge.asked(node.processName(), key), request, node, TRIES, grant -> settle(judge, grant));
    }

    /** Returns a new key, now and then one that was cut within a character. */
    private String key() {
        char half = (char) choices.between(Character.MIN_HIGH_SURROGATE, Character.MAX_HIGH_SURROGATE);
        return choices.chance(0.02) ? "order-" + half : "key-" + ++keys;
    }

    private void next(
            SequenceJudge judge,
            SequenceJudge.Call call,
            NextRequest request,
            SimulatedNode node,
            int tries,
            Consumer<Grant> granted) {
        long askedNanos = loop.nowNanos();
        LossJudge.Try asked = losses.asked(judge.name(), call.who(), request);
        calls.once(new SequenceRequest.Next(request, IdFormat.NUMBER), node, answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Granted found) {
                trace.add("%s %s %s for %s".formatted(judge.name(), call.who(), found.grant(), call.key()));
                for (long number : found.grant().numbers()) {
                    restores.told(judge.name(), BusinessNumber.of(number), call.who(), call.key());
                }
                losses.granted(asked, found.grant());
                judge.granted(call, found.grant());
                granted.accept(found.grant());
                if (call.key().isPresent() && choices.chance(0.3)) {
                    again(judge, call, request, 1, grant -> {});
                }
            } else {
                answer.ifPresent(refused -> refused(judge, call, request, askedNanos, refused));
                if (Calls.code(answer)
                        .filter(code -> code != ErrorCode.TEMPORARILY_UNAVAILABLE)
                        .isPresent()) {
                    losses.refused(asked);
                }
                // Without a key, it would be another call.
                if (call.key().isPresent() && tries > 1) {
                    again(judge, call, request, tries - 1, granted);
                }
            }
        });
    }

    private void refused(
            SequenceJudge judge, SequenceJudge.Call call, NextRequest request, long askedNanos, Answer answer) {
        trace.add("%s %s %s".formatted(judge.name(), call.who(), answer));
        if (answer instanceof Answer.Refusal refusal) {
            if (refusal.text().contains("then restart the node")) {
                toRestart.add(call.who());
            }
            if (refusal.code() == ErrorCode.KEY_DOES_NOT_EXIST) {
                refusals.toldMissing(judge.name(), askedNanos, refusal.text());
            } else if (refusal.text().contains("is used up")) {
                refusals.toldUsedUp(judge.name(), askedNanos, request.count(), refusal.text());
                operators.get(judges.indexOf(judge)).appendSoon();
            }
        }
    }

    private void again(
            SequenceJudge judge, SequenceJudge.Call call, NextRequest request, int tries, Consumer<Grant> granted) {
        loop.after(choices.spread(1_000_000, 2_000_000_000), () -> {
            SimulatedNode other = choices.one(nodes);
            next(judge, judge.askedAgain(call, other.processName()), request, other, tries, granted);
        });
    }

    private void settle(SequenceJudge judge, Grant grant) {
        if (judge.mode() != SequenceMode.GAPLESS) {
            return;
        }
        long what = choices.between(1, 10);
        long timeNanos = options.reservationTime().toNanos();
        long waits = choices.chance(LATE)
                ? timeNanos + choices.between(-BEFORE_NANOS, AFTER_NANOS)
                : choices.spread(1_000_000, timeNanos * 2);
        loop.after(waits, () -> {
            if (what <= 6) {
                confirm(judge, grant);
            } else if (what <= 8) {
                cancel(judge, grant);
            }
        });
    }

    /** Asks to confirm, some times if need be. */
    void confirm(SequenceJudge judge, Grant grant) {
        confirm(judge, grant, TRIES);
    }

    private void confirm(SequenceJudge judge, Grant grant, int tries) {
        String reservation = grant.reservation().orElseThrow();
        judge.confirming(grant);
        SimulatedNode node = choices.one(nodes);
        calls.once(settling(judge, reservation, Settlement.CONFIRM), node, answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Done) {
                trace.add("confirmed " + reservation + " " + Arrays.toString(grant.numbers()));
                judge.confirmed(reservation, grant);
                for (long number : grant.numbers()) {
                    restores.confirmed(judge.name(), number, node.name());
                }
            } else if (tries > 1
                    && Calls.code(answer)
                            .filter(code -> code != ErrorCode.TEMPORARILY_UNAVAILABLE)
                            .isEmpty()) {
                loop.after(Duration.ofMillis(300), () -> confirm(judge, grant, tries - 1));
            }
        });
    }

    private void cancel(SequenceJudge judge, Grant grant) {
        calls.once(
                settling(judge, grant.reservation().orElseThrow(), Settlement.CANCEL),
                choices.one(nodes),
                answer -> trace.add("cancel " + grant.reservation() + " " + answer));
    }

    /** Returns whether a process has answered that its node has to be restarted. */
    boolean mustBeRestarted(String process) {
        return toRestart.contains(process);
    }

    /** Returns whether each sequence was made. */
    boolean areMade() {
        return operators.size() == judges.size() && operators.stream().allMatch(SequenceOperator::hasMade);
    }

    /** All nodes are down. */
    void halt() {
        operators.forEach(SequenceOperator::halt);
    }

    /**
     * Older data were put back.
     *
     * @param sinceNanos when they were written
     * @param entries how many entries the ledger has in them
     */
    void putBack(long sinceNanos, long entries) {
        for (SequenceJudge judge : judges) {
            judge.putBack(
                    restores.keysSince(judge.name(), sinceNanos), restores.confirmedSince(judge.name(), sinceNanos));
        }
        archive.putBack(entries);
    }

    /** Has ranges appended again that data lack which were put back. Returns whether there are none. */
    boolean appendAgain(Map<String, SequenceDefinition> found) {
        boolean complete = true;
        for (SequenceOperator operator : operators) {
            SequenceDefinition definition = found.get(operator.judge().name());
            complete &= definition == null || operator.appendAgain(definition);
        }
        return complete;
    }

    /** Goes on with the sequences that there are in data that were put back, by name. */
    void goOn(Map<String, SequenceDefinition> found) {
        for (SequenceOperator operator : operators) {
            operator.goOn(Optional.ofNullable(found.get(operator.judge().name())));
        }
    }

    /** Returns whether a reservation is confirmed, as far as clients know. */
    boolean isConfirmed(String reservation) {
        return judges.stream().anyMatch(judge -> judge.isConfirmed(reservation));
    }

    /** Makes no further requests of its own. They go to the given nodes only. */
    void finish(List<SimulatedNode> healthy) {
        over = true;
        nodes = healthy;
        operators.forEach(SequenceOperator::finish);
    }

    /** Sends one request, and passes on its grant. */
    void askOnce(
            SequenceJudge judge, NextRequest request, SimulatedNode node, boolean hasHeard, Consumer<Grant> granted) {
        SequenceJudge.Call call = judge.asked(node.processName(), request.key());
        next(judge, hasHeard ? call.toWhoHasHeard() : call, request, node, 1, granted);
    }

    List<SequenceOperator> operators() {
        return operators;
    }

    /** Returns the copy of the gapless sequence's ledger. */
    LedgerArchive archive() {
        return archive;
    }

    SequenceOptions options() {
        return options;
    }

    private static SequenceRequest settling(SequenceJudge judge, String reservation, Settlement settlement) {
        return new SequenceRequest.Settle(SettleRequest.of(judge.name(), reservation, settlement));
    }
}
