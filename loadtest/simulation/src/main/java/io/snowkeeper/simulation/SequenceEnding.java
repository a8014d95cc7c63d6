package io.snowkeeper.simulation;

import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.simulation.judge.LedgerJudge;
import io.snowkeeper.simulation.judge.ReservationJudge;
import io.snowkeeper.simulation.judge.SequenceJudge;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Link;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The last requests to sequences once nothing fails any more, and their expected answers: each node answers, and knows
 * the others' state; no number is missing; and a node that was away while a sequence was deleted and made anew hands
 * out none of the former.
 */
final class SequenceEnding {

    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final int DRAWN_AT_ONCE = 50;

    /** By then numbers are drawn that came back. */
    private static final Duration BEFORE_REPLACING = Duration.ofSeconds(75);

    private static final Duration AWAY = Duration.ofSeconds(2);

    /** Within this time a node that was away has noticed everything, and the others long before. */
    private static final Duration HEARING = Duration.ofSeconds(20);

    /** Calls of one moment: some 100 KB with their keys. */
    private static final int MANY = 300;

    private static final String MANY_KEY = "one of many ";

    private final SequenceClients clients;
    private final ReservationJudge reservations;
    private final List<SimulatedNode> nodes;
    private final EventLoop loop;
    private final Set<String> answering = new HashSet<>();
    private final Set<Long> drawn = new HashSet<>();
    private long highest;
    private boolean many;

    /** @param nodes that nothing is wrong with */
    SequenceEnding(SequenceClients clients, ReservationJudge reservations, List<SimulatedNode> nodes, EventLoop loop) {
        this.clients = clients;
        this.reservations = reservations;
        this.nodes = nodes;
        this.loop = loop;
    }

    void begin() {
        clients.finish(nodes);
        for (SequenceOperator operator : clients.operators()) {
            SequenceJudge judge = operator.judge();
            nodes.forEach(node -> askUntilAnswered(judge, node, false));
            if (judge.mode() == SequenceMode.GAPLESS) {
                // By then unconfirmed numbers have come back, or are held until they are settled.
                loop.after(clients.options().reservationTime().multipliedBy(2).plusSeconds(20), () -> {
                    highest = judge.highest();
                    if (isHeld()) {
                        reservations.pending(judge.name()).forEach(held -> clients.confirm(judge, held));
                    }
                    fillHoles(judge, highest);
                });
            }
        }
        if (clients.operators().stream().anyMatch(SequenceOperator::deletes)) {
            loop.after(BEFORE_REPLACING, this::replaceAll);
        }
    }

    private boolean isHeld() {
        return clients.options().atExpiry() == AtExpiry.HOLD;
    }

    /** Asks for a number with a key that all nodes are asked with, and for another one without. */
    private void askUntilAnswered(SequenceJudge judge, SimulatedNode node, boolean hasHeard) {
        NextRequest keyed =
                new NextRequest(judge.name(), 1, Optional.of(hasHeard ? "very last" : "last"), Optional.empty());
        askUntilAnswered(judge, node, keyed, hasHeard);
        askUntilAnswered(judge, node, NextRequest.of(judge.name()), hasHeard);
    }

    private void askUntilAnswered(SequenceJudge judge, SimulatedNode node, NextRequest request, boolean hasHeard) {
        loop.after(RETRY, () -> {
            if (!answering.contains(answered(judge, node, request))) {
                clients.askOnce(judge, request, node, hasHeard, grant -> answering.add(answered(judge, node, request)));
                askUntilAnswered(judge, node, request, hasHeard);
            }
        });
    }

    private static String answered(SequenceJudge judge, SimulatedNode node, NextRequest request) {
        return "%s %s %s".formatted(judge.name(), node.processName(), request.key());
    }

    /** Asks a node for very many numbers at once, each with a key; again until all are answered. */
    void askForMany() {
        for (SequenceOperator operator : clients.operators()) {
            if (operator.judge().mode() == SequenceMode.ORDERED) {
                for (int i = 0; i < MANY; i++) {
                    askUntilAnswered(
                            operator.judge(),
                            nodes.get(0),
                            new NextRequest(operator.judge().name(), 1, Optional.of(MANY_KEY + i), Optional.empty()),
                            false);
                }
                many = true;
            }
        }
    }

    // --- returned numbers

    private void fillHoles(SequenceJudge judge, long until) {
        SimulatedNode node = nodes.get((int) (loop.done() % nodes.size()));
        boolean[] granted = {false};
        loop.after(RETRY, () -> {
            if (!granted[0]) {
                fillHoles(judge, until);
            }
        });
        clients.askOnce(judge, NextRequest.of(judge.name(), DRAWN_AT_ONCE), node, false, grant -> {
            granted[0] = true;
            Arrays.stream(grant.numbers()).forEach(drawn::add);
            // Or it would come back, and be drawn again.
            clients.confirm(judge, grant);
            if (grant.first() <= until) {
                fillHoles(judge, until);
            }
        });
    }

    // --- the deletion

    /** Has all but one be without a session while it deletes the sequences and makes them anew. */
    private void replaceAll() {
        List<Link> away = nodes.subList(1, nodes.size()).stream()
                .flatMap(node -> node.links().stream())
                .toList();
        away.forEach(Link::cut);
        loop.after(AWAY, () -> away.forEach(Link::expire));
        for (SequenceOperator operator : clients.operators()) {
            loop.after(AWAY, () -> operator.replace(nodes.get(0)));
        }
        loop.after(AWAY.multipliedBy(3), () -> away.forEach(Link::heal));
        loop.after(
                HEARING,
                () -> clients.operators().stream()
                        .filter(SequenceOperator::hasReplaced)
                        .forEach(this::askForReplaced));
    }

    private void askForReplaced(SequenceOperator operator) {
        for (SimulatedNode node : nodes) {
            answering.remove(answered(
                    operator.judge(), node, NextRequest.of(operator.judge().name())));
            askUntilAnswered(operator.judge(), node, true);
        }
    }

    /** Copies the ledger of the gapless sequence to its end, when all is settled. */
    void closeBooks() {
        clients.archive().finish();
    }

    // --- the requirements

    /** Each node has answered, and no number is missing. */
    void requireSettled() {
        for (SequenceOperator operator : clients.operators()) {
            SequenceJudge judge = operator.judge();
            Set<Optional<String>> keys = new HashSet<>(Set.of(Optional.of("last"), Optional.empty()));
            if (operator.hasReplaced()) {
                keys.add(Optional.of("very last"));
            }
            if (many && judge.mode() == SequenceMode.ORDERED) {
                requireAnswered(judge, nodes.get(0), manyKeys());
            }
            for (SimulatedNode node : nodes) {
                requireAnswered(judge, node, keys);
            }
            if (judge.mode() == SequenceMode.GAPLESS) {
                if (isHeld()) {
                    reservations.pending(judge.name()).stream()
                            .flatMapToLong(held -> Arrays.stream(held.numbers()))
                            .forEach(drawn::add);
                }
                LedgerJudge ledger = clients.archive().requireRight();
                drawn.addAll(ledger.restored());
                judge.requireNoHoles(drawn, highest);
                ledger.requireConfirmed(judge.confirmed());
            }
        }
    }

    private static Set<Optional<String>> manyKeys() {
        Set<Optional<String>> keys = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            keys.add(Optional.of(MANY_KEY + i));
        }
        return keys;
    }

    private void requireAnswered(SequenceJudge judge, SimulatedNode node, Set<Optional<String>> keys) {
        for (Optional<String> key : keys) {
            NextRequest request = new NextRequest(judge.name(), 1, key, Optional.empty());
            if (!answering.contains(answered(judge, node, request))) {
                throw judge.broken("%s does not answer after the last fault, asked with %s"
                        .formatted(node.name(), key.map(k -> "key " + k).orElse("no key")));
            }
        }
    }
}
