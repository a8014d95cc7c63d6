package io.snowkeeper.simulation;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.judge.LedgerJudge;
import io.snowkeeper.simulation.judge.PeriodJudge;
import io.snowkeeper.simulation.judge.RestoreJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import io.snowkeeper.testkit.oracle.Books;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a company that writes documents with the numbers of a gapless sequence, in the documented order: key,
 * row, confirmation. They die at any step, and come again. Where numbers are not held, they confirm before they write.
 */
final class DocumentClients {

    private static final Duration RETRY = Duration.ofMillis(500);
    private static final long LONGEST_STEP_NANOS = 500_000_000;

    /** So little that programs are away for longer. */
    private static final Duration KEYS_BEYOND_RESERVATIONS = Duration.ofSeconds(20);

    private static final long LONGEST_ABSENCE_NANOS = 120_000_000_000L;

    /** How likely a program dies at a step. */
    private static final double DIES = 0.06;

    /** The probability that a document is abandoned when its program has died. */
    private static final double WITHDRAWN = 0.1;

    /** How likely the database refuses a document for good. */
    private static final double REFUSED = 0.03;

    private static final double WITHOUT_KEY = 0.1;
    private static final double TWICE = 0.05;

    /** How likely a program leaves it to the database to refuse a document that is there. */
    private static final double UNSEEN = 0.1;

    /** Longer than a number takes where nothing fails. */
    private static final Duration BETWEEN_LAST = Duration.ofSeconds(10);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SequenceDefinition definition;
    private final boolean holds;
    private final Books books;
    private final PeriodJudge periods;
    private final RestoreJudge restores;
    private List<SimulatedNode> nodes;
    private final EventLoop loop;
    private final Calls calls;
    private final Choices choices;
    private final Pace pace;
    private final Trace trace;
    private final long pauseNanos;
    private final PendingOperator operator;
    private final LedgerArchive archive;
    private final Set<String> open = new TreeSet<>();
    private long documents;
    private boolean made;
    private boolean over;
    private @Nullable String last;

    /** @param sequence its definition, but for the times of its options */
    DocumentClients(
            SequenceDefinition sequence,
            List<SimulatedNode> nodes,
            EventLoop loop,
            Choices choices,
            Pace pace,
            RestoreJudge restores,
            Trace trace) {
        String name = sequence.name();
        this.holds = sequence.options().atExpiry() == AtExpiry.HOLD;
        this.books = new Books(name, BrokenPromiseException::raise);
        this.periods = new PeriodJudge(name);
        this.restores = restores;
        this.nodes = nodes;
        this.loop = loop;
        this.calls = new Calls(loop);
        this.choices = choices;
        this.pace = pace;
        this.trace = trace;
        this.pauseNanos = choices.spread(20_000_000, 1_000_000_000);
        Duration reservation = Duration.ofMillis(choices.spread(1_000, 10_000));
        this.definition = new SequenceDefinition(
                name,
                sequence.mode(),
                sequence.ranges(),
                sequence.options()
                        .withReservationTime(reservation)
                        .withKeyRetention(reservation.plus(KEYS_BEYOND_RESERVATIONS)),
                sequence.periods(),
                1);
        this.operator = new PendingOperator(books, name, this::node, loop, choices.branch(), pace, trace);
        this.archive = new LedgerArchive(name, this::node, loop, choices.branch(), pace, trace);
    }

    private SimulatedNode node() {
        return choices.one(nodes);
    }

    /** Makes the sequence, and begins when it is there. */
    void start() {
        calls.once(new SequenceRequest.Create(definition, Overlap.ALLOWED), node(), answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Described) {
                made = true;
                write();
                operator.start();
                archive.start();
            } else {
                loop.after(RETRY, this::start);
            }
        });
    }

    String name() {
        return definition.name();
    }

    boolean isMade() {
        return made;
    }

    /** Takes note that older data were put back, in which the ledger had this many entries. */
    void putBack(long entries) {
        archive.putBack(entries);
    }

    /** Returns whether the books have a document by this reservation. */
    boolean isBooked(String reservation) {
        return books.findReservation(reservation).isPresent();
    }

    private void write() {
        loop.after(pace.next(choices, pauseNanos), () -> {
            if (!over) {
                String document = nextDocument();
                boolean keyed = !choices.chance(WITHOUT_KEY);
                for (int runs = choices.chance(TWICE) ? 2 : 1; runs > 0; runs--) {
                    new Program(document, keyed).look();
                }
                write();
            }
        });
    }

    private String nextDocument() {
        String document = "%s-%s".formatted(definition.name(), ++documents);
        open.add(document);
        return document;
    }

    /** Begins nothing more but two documents, one after the other. They go to the given nodes only. */
    void finish(List<SimulatedNode> healthy) {
        over = true;
        nodes = healthy;
        operator.finish();
        new Program(nextDocument(), true).look();
        loop.after(BETWEEN_LAST, () -> {
            last = nextDocument();
            new Program(last, true).look();
        });
    }

    /** Copies the ledger to its end, when all is settled. */
    void closeBooks() {
        archive.finish();
    }

    /** All documents are written or withdrawn, nothing is pending, and the ledger agrees with the books. */
    void requireRight() {
        if (!made || !open.isEmpty()) {
            throw new BrokenPromiseException("sequence %s: made %s, and after the last fault there still wait %s"
                    .formatted(definition.name(), made, open));
        }
        LedgerJudge ledger = archive.requireRight();
        ledger.requireNothingPending();
        ledger.requireBooked(
                books,
                holds,
                new LedgerJudge.Lost(
                        number -> restores.isOfBefore(name(), number),
                        restores.endedNanos() < 0 ? Optional.empty() : period(restores.endedNanos())));
    }

    /** Returns the day of a time. */
    private Optional<Period> period(long nanos) {
        return definition.periods().map(days -> days.at(WorldSettings.START_MILLIS + nanos / NANOS_PER_MILLI));
    }

    private void told(
            String document, String process, Optional<String> key, BusinessNumber number, Optional<Period> floor) {
        restores.told(name(), number, process, key);
        periods.told(document, number, floor);
        // By the last document at the latest, the day has begun that it is.
        Optional<Period> today = period(loop.nowNanos());
        if (document.equals(last) && !number.period().equals(today)) {
            throw new BrokenPromiseException("sequence %s: %s was told %s, and it is %s"
                    .formatted(
                            definition.name(),
                            document,
                            number,
                            today.map(Period::text).orElse("no day")));
        }
    }

    private static BusinessNumber number(Grant grant) {
        return new BusinessNumber(grant.period(), grant.first());
    }

    /** A program that writes a document, from its start to its end. */
    private final class Program {

        private final String document;
        private final boolean keyed;
        private boolean dead;

        Program(String document, boolean keyed) {
            this.document = document;
            this.keyed = keyed;
        }

        /** Looks for the document in the books: its first step, and after every unknown outcome. */
        void look() {
            step(() -> {
                Optional<Books.Row> row = books.find(document);
                if (books.isWithdrawn(document)) {
                    open.remove(document);
                } else if (row.isEmpty() || (holds && choices.chance(UNSEEN))) {
                    ask();
                } else if (holds) {
                    confirm(row.get());
                } else {
                    open.remove(document);
                }
            });
        }

        /** Takes a step after a while, or dies before that. */
        private void step(Runnable work) {
            loop.after(choices.spread(100_000, LONGEST_STEP_NANOS), () -> {
                if (dies()) {
                    die();
                } else if (!dead) {
                    work.run();
                }
            });
        }

        private boolean dies() {
            return !over && choices.chance(DIES);
        }

        private void die() {
            if (dead) {
                return;
            }
            dead = true;
            boolean withdrawn = choices.chance(WITHDRAWN);
            loop.after(choices.spread(1_000_000, LONGEST_ABSENCE_NANOS), () -> {
                if (withdrawn) {
                    books.withdraw(document);
                    open.remove(document);
                } else {
                    new Program(document, keyed).look();
                }
            });
        }

        private void ask() {
            Optional<String> key = keyed ? Optional.of(document) : Optional.empty();
            NextRequest request = new NextRequest(definition.name(), 1, key, Optional.empty());
            Optional<Period> floor = periods.asked(key);
            SimulatedNode node = node();
            String process = node.processName();
            calls.once(new SequenceRequest.Next(request, IdFormat.NUMBER), node, answer -> {
                Optional<Grant> grant = answer.filter(SequenceAnswer.Granted.class::isInstance)
                        .map(SequenceAnswer.Granted.class::cast)
                        .map(SequenceAnswer.Granted::grant);
                grant.ifPresent(found -> told(document, process, key, number(found), floor));
                if (dead) {
                    return;
                }
                if (grant.isPresent()) {
                    granted(grant.get());
                } else {
                    loop.after(RETRY, this::look);
                }
            });
            if (dies()) {
                loop.after(choices.spread(100_000, LONGEST_STEP_NANOS), this::die);
            }
        }

        private void granted(Grant grant) {
            Books.Row row =
                    new Books.Row(document, number(grant), grant.reservation().orElseThrow(), keyed);
            trace.add("%s has %s by %s".formatted(document, row.number(), row.reservation()));
            step(() -> {
                if (!holds) {
                    confirm(row);
                } else if (choices.chance(REFUSED) && books.withdraw(document)) {
                    open.remove(document);
                    if (!keyed || PendingOperator.isPutBack(document)) {
                        step(() -> settle(row, Settlement.CANCEL));
                    }
                } else {
                    commit(row);
                }
            });
        }

        /**
         * The database may commit though the program is dead. After a refusal a number without a key is given back;
         * with one, it is left: another run may have committed it.
         */
        private void commit(Books.Row row) {
            boolean dies = dies();
            boolean arrives = !dies || choices.chance(0.5);
            if (dies) {
                die();
            }
            loop.after(choices.spread(100_000, LONGEST_STEP_NANOS), () -> {
                boolean done = arrives && books.commit(row);
                if (done) {
                    trace.add("%s is written under %s".formatted(document, row.number()));
                }
                if (!dead) {
                    if (!done && !keyed) {
                        settle(row, Settlement.CANCEL);
                    }
                    look();
                }
            });
        }

        private void confirm(Books.Row row) {
            settle(row, Settlement.CONFIRM);
            if (dies()) {
                loop.after(choices.spread(100_000, LONGEST_STEP_NANOS), this::die);
            }
        }

        private void settle(Books.Row row, Settlement settlement) {
            SequenceRequest request =
                    new SequenceRequest.Settle(SettleRequest.of(definition.name(), row.reservation(), settlement));
            calls.once(request, node(), answer -> {
                Optional<ErrorCode> code = Calls.code(answer);
                trace.add("%s %s %s".formatted(settlement, row, answer));
                if (dead || settlement != Settlement.CONFIRM) {
                    // A program that stops leaves it to the operator.
                    return;
                }
                boolean done = answer.isPresent() && answer.get() instanceof SequenceAnswer.Done;
                if (holds) {
                    confirmedHeld(row, done, code);
                } else if (done) {
                    commit(row);
                } else {
                    loop.after(RETRY, this::look);
                }
            });
        }

        private void confirmedHeld(Books.Row row, boolean done, Optional<ErrorCode> code) {
            boolean settledOtherwise = code.equals(Optional.of(ErrorCode.PRECONDITION_FAILED));
            // Recovery voids reservations that are pending, and not in the books yet.
            boolean restored = settledOtherwise && restores.isOfBefore(name(), row.number());
            if (settledOtherwise && !restored) {
                throw new BrokenPromiseException(
                        "sequence %s: %s is in the books, and was settled otherwise".formatted(definition.name(), row));
            }
            // An old confirmation is forgotten.
            if (done || restored || code.equals(Optional.of(ErrorCode.KEY_DOES_NOT_EXIST))) {
                open.remove(document);
            } else {
                loop.after(RETRY, this::look);
            }
        }
    }
}
