package io.snowkeeper.simulation;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.simulation.judge.LedgerJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operator's copy of a gapless sequence's ledger. The operator fetches new entries now and then, releases the copied
 * ones, and audits all of them at the end.
 */
final class LedgerArchive {

    private static final Duration RETRY = Duration.ofSeconds(3);
    private static final long PAUSE_NANOS = 1_000_000_000;
    private static final long LONGEST_PAGE = 200;

    /** The probability that some entries are fetched once more. */
    private static final double AGAIN = 0.3;

    private static final long MOST_AGAIN = 30;
    private static final double RELEASES = 0.05;

    private final String sequence;
    private final LedgerJudge judge;
    private final Supplier<SimulatedNode> node;
    private final EventLoop loop;
    private final Calls calls;
    private final Choices choices;
    private final Pace pace;
    private final Trace trace;
    private final boolean releases;
    private boolean over;
    private Optional<LedgerBalance> balance = Optional.empty();

    /** @param node which node to ask next */
    LedgerArchive(
            String sequence, Supplier<SimulatedNode> node, EventLoop loop, Choices choices, Pace pace, Trace trace) {
        this.sequence = sequence;
        this.judge = new LedgerJudge(sequence);
        this.node = node;
        this.loop = loop;
        this.calls = new Calls(loop);
        this.choices = choices;
        this.pace = pace;
        this.trace = trace;
        this.releases = choices.chance(0.5);
    }

    void start() {
        loop.after(pace.next(choices, PAUSE_NANOS), () -> {
            if (!over) {
                goOn();
                if (releases && judge.size() > 0 && choices.chance(RELEASES)) {
                    release();
                }
                start();
            }
        });
    }

    private void goOn() {
        long next = judge.size() + 1L;
        long from = choices.chance(AGAIN) ? Math.max(1, next - choices.between(1, MOST_AGAIN)) : next;
        ask(from, (int) choices.spread(1, LONGEST_PAGE), page -> {});
    }

    private void release() {
        long through = choices.between(1, judge.size());
        calls.once(
                new SequenceRequest.Release(sequence, through, Optional.of(judge.hash(through))),
                node.get(),
                answer -> trace.add("release %s through %s %s".formatted(sequence, through, answer)));
    }

    /** Copies the rest, after the last request, and records the sequence's figures. */
    void finish() {
        over = true;
        ask(judge.size() + 1L, Page.MAX_LIMIT, page -> {
            if (page.isPresent() && judge.size() >= page.get().last()) {
                askBalance();
            } else {
                loop.after(page.isPresent() ? Duration.ZERO : RETRY, this::finish);
            }
        });
    }

    /** Takes note that older data were put back, in which the ledger had this many entries. */
    void putBack(long entries) {
        judge.putBack(entries);
    }

    private void askBalance() {
        calls.once(new SequenceRequest.Balance(sequence), node.get(), answer -> {
            if (answer.isPresent()
                    && answer.get() instanceof SequenceAnswer.Balanced found
                    && found.balance().entries() == judge.size()) {
                balance = Optional.of(found.balance());
            } else {
                loop.after(RETRY, this::finish);
            }
        });
    }

    private void ask(long from, int limit, Consumer<Optional<LedgerPage<LedgerEntry>>> told) {
        calls.once(new SequenceRequest.Ledger(sequence, from, limit), node.get(), answer -> {
            Optional<LedgerPage<LedgerEntry>> page = page(answer);
            page.ifPresent(found -> judge.told(from, found.entries()));
            told.accept(page);
        });
    }

    private Optional<LedgerPage<LedgerEntry>> page(Optional<Answer> answer) {
        if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Entries found) {
            return Optional.of(found.page());
        }
        trace.add("ledger of %s %s".formatted(sequence, answer));
        return Optional.empty();
    }

    /** Audits, and returns the ledger, to be compared. */
    LedgerJudge requireRight() {
        LedgerBalance state =
                balance.orElseThrow(() -> judge.broken("it was not told to its end after the last fault"));
        AuditReport report = judge.requireRight(state);
        trace.tell("the audit of %s: %s".formatted(sequence, report));
        return judge;
    }
}
