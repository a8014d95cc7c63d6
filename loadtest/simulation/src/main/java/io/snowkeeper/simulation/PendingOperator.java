package io.snowkeeper.simulation;

import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import io.snowkeeper.testkit.oracle.Books;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * An operator that settles pending reservations by the books. As documented, it names a reservation by its number only
 * where no other client puts that number back.
 */
final class PendingOperator {

    private static final Duration AT_THE_END = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 2_000_000_000;
    private static final long LONGEST_PAGE = 100;

    /** Long after a program that asked without a key has written its document, or is over. */
    private static final long ABANDONED_NANOS = 20_000_000_000L;

    private final String sequence;
    private final Books books;
    private final Supplier<SimulatedNode> node;
    private final EventLoop loop;
    private final Calls calls;
    private final Choices choices;
    private final Pace pace;
    private final Trace trace;
    private final Map<String, Long> firstSeenNanos = new HashMap<>();
    private boolean over;

    /** @param node which node to ask next */
    PendingOperator(
            Books books,
            String sequence,
            Supplier<SimulatedNode> node,
            EventLoop loop,
            Choices choices,
            Pace pace,
            Trace trace) {
        this.books = books;
        this.sequence = sequence;
        this.node = node;
        this.loop = loop;
        this.calls = new Calls(loop);
        this.choices = choices;
        this.pace = pace;
        this.trace = trace;
    }

    void start() {
        loop.after(over ? AT_THE_END.toNanos() : pace.next(choices, PAUSE_NANOS), () -> {
            look(Optional.empty());
            start();
        });
    }

    /** Looks at short intervals from now on. */
    void finish() {
        over = true;
        look(Optional.empty());
    }

    private void look(Optional<String> after) {
        int limit = (int) choices.spread(1, LONGEST_PAGE);
        calls.once(new SequenceRequest.Pending(sequence, after, limit), node.get(), answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Pending found) {
                found.page().items().forEach(this::decide);
                found.page().next().ifPresent(next -> look(Optional.of(next)));
            }
        });
    }

    private void decide(PendingReservation found) {
        Optional<String> document = found.key();
        if (books.findReservation(found.reservation()).isPresent()) {
            settle(found, Settlement.CONFIRM, choices.chance(0.5));
        } else if (document.isPresent() && books.isClosed(document.get())) {
            boolean cancels = isPutBack(document.get());
            settle(found, cancels ? Settlement.CANCEL : Settlement.VOID, !cancels && choices.chance(0.5));
        } else if (document.isEmpty()) {
            long seen = firstSeenNanos.computeIfAbsent(found.reservation(), unused -> loop.nowNanos());
            if (loop.nowNanos() - seen > ABANDONED_NANOS) {
                settle(found, Settlement.VOID, false);
            }
        }
    }

    /**
     * Returns whether a number that its document will not be written under is put back, and not made void: the same at
     * every call, so that no late request by number affects the number's next holder.
     */
    static boolean isPutBack(String document) {
        return document.hashCode() % 2 == 0;
    }

    private void settle(PendingReservation found, Settlement settlement, boolean byNumber) {
        long number = found.numbers().get(0).from();
        SettleRequest request = new SettleRequest(
                sequence,
                byNumber ? Optional.empty() : Optional.of(found.reservation()),
                byNumber ? OptionalLong.of(number) : OptionalLong.empty(),
                settlement,
                Optional.of("operator"),
                settlement == Settlement.VOID ? Optional.of("no document") : Optional.empty(),
                byNumber ? found.period() : Optional.empty());
        calls.once(
                new SequenceRequest.Settle(request),
                node.get(),
                answer -> trace.add("%s %s %s".formatted(request, found.reservation(), answer)));
    }
}
