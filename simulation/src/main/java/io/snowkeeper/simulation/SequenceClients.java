package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.simulation.judge.SequenceJudge;
import io.snowkeeper.simulation.judge.SequenceRefusalJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The clients of a world's sequences, one of each mode: they ask any node, and others again with the same key. */
final class SequenceClients {

    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final int TRIES = 6;
    private static final int DRAWN_AT_ONCE = 50;

    private List<SimulatedNode> nodes;
    private final EventLoop loop;
    private final Choices choices;
    private final Trace trace;
    private final Calls calls;
    private final SequenceOptions options;
    private final List<SequenceJudge> judges = new ArrayList<>();
    private final List<SequenceOperator> operators = new ArrayList<>();
    private final SequenceRefusalJudge refusals;
    private final Set<Long> drawn = new HashSet<>();
    private final Set<String> answering = new HashSet<>();
    private final Pace pace;
    private final long pauseNanos;
    private long keys;
    private long highest;
    private boolean over;

    SequenceClients(
            List<SimulatedNode> nodes,
            EventLoop loop,
            Choices choices,
            Pace pace,
            SequenceRefusalJudge refusals,
            Trace trace) {
        this.nodes = nodes;
        this.loop = loop;
        this.choices = choices;
        this.trace = trace;
        this.calls = new Calls(loop);
        this.pace = pace;
        this.refusals = refusals;
        this.pauseNanos = choices.spread(20_000_000, 1_000_000_000);
        Duration reservation = Duration.ofMillis(choices.spread(1_000, 10_000));
        long minBlock = choices.spread(1, 20);
        this.options = SequenceOptions.DEFAULT
                .withBlock(minBlock, minBlock * choices.between(1, 10))
                .withKeyRetention(reservation.plusSeconds(60))
                .withReservationTime(reservation);
        for (SequenceMode mode : SequenceMode.values()) {
            judges.add(new SequenceJudge(mode.text(), mode));
        }
    }

    void start() {
        for (SequenceJudge judge : judges) {
            SequenceOperator operator =
                    new SequenceOperator(judge, () -> choices.one(nodes), loop, choices.branch(), pace, trace, options);
            operators.add(operator);
            operator.start(() -> ask(judge));
        }
    }

    long count() {
        return judges.stream().mapToLong(SequenceJudge::count).sum();
    }

    // --- what clients do

    private void ask(SequenceJudge judge) {
        loop.after(pace.next(choices, pauseNanos), () -> {
            if (!over) {
                askNow(judge);
                ask(judge);
            }
        });
    }

    private void askNow(SequenceJudge judge) {
        SimulatedNode node = choices.one(nodes);
        Optional<String> key = choices.chance(0.4) ? Optional.of(key()) : Optional.empty();
        int count = choices.chance(0.8) ? 1 : (int) choices.spread(1, 50);
        NextRequest request;
        try {
            request = new NextRequest(judge.name(), count, key, Optional.empty());
        } catch (InvalidSequenceException e) {
            trace.add(String.valueOf(e.getMessage()));
            return;
        }
        if (choices.chance(0.1)) {
            calls.askAndGo(
                    node,
                    new SequenceRequest.Next(request, IdFormat.NUMBER),
                    Duration.ofNanos(choices.spread(100_000, 1_000_000_000)));
            return;
        }
        next(judge, judge.asked(node.processName(), key), request, node, TRIES, grant -> settle(judge, grant));
    }

    /** Returns what nobody has asked with before, now and then one that was cut within a character. */
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
        calls.once(new SequenceRequest.Next(request, IdFormat.NUMBER), node, answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Granted found) {
                trace.add("%s %s %s for %s".formatted(judge.name(), call.who(), found.grant(), call.key()));
                answering.add(judge.name() + node.processName());
                judge.granted(call, found.grant());
                granted.accept(found.grant());
                if (call.key().isPresent() && choices.chance(0.3)) {
                    again(judge, call, request, 1, grant -> {});
                }
            } else {
                answer.ifPresent(refused -> refused(judge, call, request, askedNanos, refused));
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
            if (refusal.code() == ErrorCode.KEY_DOES_NOT_EXIST) {
                refusals.toldMissing(judge.name(), askedNanos, refusal.text());
            } else if (refusal.text().contains("is used up")) {
                refusals.toldUsedUp(judge.name(), askedNanos, request.count(), refusal.text());
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
        loop.after(choices.spread(1_000_000, options.reservationTime().toNanos() * 2), () -> {
            if (what <= 6) {
                confirm(judge, grant, TRIES);
            } else if (what <= 8) {
                cancel(judge, grant);
            }
        });
    }

    private void confirm(SequenceJudge judge, Grant grant, int tries) {
        String reservation = grant.reservation().orElseThrow();
        judge.confirming(grant);
        calls.once(new SequenceRequest.Confirm(judge.name(), reservation), choices.one(nodes), answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Done) {
                trace.add("confirmed " + reservation + " " + grant.runs());
                judge.confirmed(reservation, grant);
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
                new SequenceRequest.Cancel(judge.name(), grant.reservation().orElseThrow()),
                choices.one(nodes),
                answer -> trace.add("cancel " + grant.reservation() + " " + answer));
    }

    // --- the end

    /** Asks for nothing more but what shows that all is well. */
    void finish(List<SimulatedNode> healthy) {
        over = true;
        nodes = healthy;
        operators.forEach(SequenceOperator::finish);
        answering.clear();
        for (SequenceJudge judge : judges) {
            nodes.forEach(node -> askUntilAnswered(judge, node));
            if (judge.mode() == SequenceMode.GAPLESS) {
                // By then what was not confirmed is there again.
                loop.after(options.reservationTime().multipliedBy(2).plusSeconds(10), () -> {
                    highest = judge.highest();
                    fillHoles(judge, highest);
                });
            }
        }
    }

    private void askUntilAnswered(SequenceJudge judge, SimulatedNode node) {
        loop.after(RETRY, () -> {
            if (!answering.contains(judge.name() + node.processName())) {
                SequenceJudge.Call call = judge.asked(node.processName(), Optional.empty());
                next(judge, call, NextRequest.of(judge.name()), node, 1, grant -> {});
                askUntilAnswered(judge, node);
            }
        });
    }

    private void fillHoles(SequenceJudge judge, long until) {
        SimulatedNode node = choices.one(nodes);
        NextRequest some = NextRequest.of(judge.name(), DRAWN_AT_ONCE);
        boolean[] granted = {false};
        loop.after(RETRY, () -> {
            if (!granted[0]) {
                fillHoles(judge, until);
            }
        });
        next(judge, judge.asked(node.processName(), Optional.empty()), some, node, 1, grant -> {
            granted[0] = true;
            Arrays.stream(grant.numbers()).forEach(drawn::add);
            // Or it would come back, and be drawn again.
            confirm(judge, grant, TRIES);
            if (grant.first() <= until) {
                fillHoles(judge, until);
            }
        });
    }

    /** Each node has answered, and no number is missing. */
    void requireSettled() {
        for (SequenceJudge judge : judges) {
            for (SimulatedNode node : nodes) {
                if (!answering.contains(judge.name() + node.processName())) {
                    throw judge.broken(node.name() + " does not answer after the last fault");
                }
            }
            if (judge.mode() == SequenceMode.GAPLESS) {
                judge.requireNoHoles(drawn, highest);
            }
        }
    }
}
