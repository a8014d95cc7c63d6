package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntries;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.LedgerSegment;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.SegmentWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A sequence in memory that keeps a ledger as a gapless one does: a state, and segments. */
public final class SampleLedger {

    public static final String IDENTITY = LedgerBalance.identity("A", "x1");

    private final List<byte[]> segments = new ArrayList<>();
    private final List<NumberRange> ranges = new ArrayList<>();
    private final TreeSet<Long> returned = new TreeSet<>();
    private final TreeMap<Long, List<NumberRange>> pending = new TreeMap<>();
    private LedgerHead head = LedgerHead.EMPTY;
    private long millis = 1_700_000_000_000L;
    private @Nullable Long stateMillis;
    private final TreeMap<Long, String> periods = new TreeMap<>();
    private @Nullable String period;
    private long taken;
    private long reservations;

    /** A sequence from 1 on. */
    public static SampleLedger created() {
        return created(1_000_000, "at_expiry=return");
    }

    /** A sequence from 1 to a number. */
    static SampleLedger created(long to, String options) {
        SampleLedger ledger = new SampleLedger();
        ledger.ranges.add(new NumberRange(1, to));
        ledger.write(Posting.of(LedgerEvent.CREATE, ledger.ranges, Optional.of(IDENTITY + " " + options)));
        return ledger;
    }

    /** Writes a transaction with these entries, some milliseconds after the one before. */
    public void write(Posting... postings) {
        byte[] open = head.open() == 0 ? null : segments.get(head.segment());
        SegmentWrite write = SegmentWrite.of(head, open, List.of(postings), stateMillis);
        if (write.creates()) {
            segments.add(write.payload());
        } else {
            segments.set(write.segment(), write.payload());
        }
        head = write.head();
        millis += 7;
        stateMillis = millis;
    }

    /** Writes the state without an entry. */
    public void writeOther() {
        head = head.millis() == null && stateMillis != null ? head.writtenAt(stateMillis) : head;
        millis += 7;
        stateMillis = millis;
    }

    public Posting reserve(int count, @Nullable String key) {
        List<NumberRange> runs = new ArrayList<>();
        int missing = count;
        while (missing > 0 && !returned.isEmpty()) {
            long number = returned.pollFirst();
            runs.add(new NumberRange(number, number));
            missing--;
        }
        if (missing > 0) {
            runs.add(new NumberRange(taken + 1, taken + missing));
            taken += missing;
        }
        pending.put(reservations, runs);
        if (period != null) {
            periods.put(reservations, period);
        }
        return Posting.reserve(reservations++, runs, Optional.ofNullable(key), Optional.of("app"));
    }

    public Posting settle(LedgerEvent event, long reservation) {
        List<NumberRange> runs = pending.remove(reservation);
        String ofPeriod = periods.get(reservation);
        boolean past = ofPeriod != null && !ofPeriod.equals(period);
        if (past) {
            // It is not handed out any more.
        } else if (event == LedgerEvent.CANCEL || event == LedgerEvent.EXPIRE) {
            runs.forEach(run -> {
                for (long number = run.from(); number <= run.to(); number++) {
                    returned.add(number);
                }
            });
        }
        Optional<String> reason = event == LedgerEvent.VOID ? Optional.of("printed, \"torn\"") : Optional.empty();
        Posting settled = Posting.settle(event, reservation, runs, Optional.of("ops"), reason);
        return past ? settled.in(ofPeriod) : settled;
    }

    public Posting turn(String next) {
        Optional<String> end =
                Optional.ofNullable(period).map(former -> LedgerBalance.end(former, taken, returned.size()));
        period = next;
        taken = 0;
        returned.clear();
        return Posting.turn(next, end);
    }

    /** Has chance do so much in each of some years. */
    public SampleLedger liveInPeriods(SplittableRandom random, int transactions) {
        for (int year = 2026; year < 2030; year++) {
            write(turn(String.valueOf(year)));
            live(random, transactions);
        }
        return this;
    }

    /** Has chance do so much. */
    public SampleLedger live(SplittableRandom random, int transactions) {
        LedgerEvent[] ends = {
            LedgerEvent.CONFIRM, LedgerEvent.CONFIRM, LedgerEvent.CANCEL, LedgerEvent.EXPIRE, LedgerEvent.VOID
        };
        for (int i = 0; i < transactions; i++) {
            Posting[] postings = new Posting[1 + random.nextInt(4)];
            Arrays.setAll(postings, unused -> {
                if (!pending.isEmpty() && random.nextBoolean()) {
                    List<Long> all = List.copyOf(pending.keySet());
                    return settle(ends[random.nextInt(ends.length)], all.get(random.nextInt(all.size())));
                }
                return reserve(1 + random.nextInt(3), random.nextBoolean() ? "Schlüssel " + reservations : null);
            });
            write(postings);
            if (random.nextInt(5) == 0) {
                writeOther();
            }
        }
        return this;
    }

    /** Moves the clock. */
    void pass(long passed) {
        millis += passed;
    }

    public LedgerHead head() {
        return head;
    }

    public List<byte[]> segments() {
        return segments;
    }

    public List<LedgerEntry> entries() {
        return entriesFrom(1);
    }

    public List<LedgerEntry> entriesFrom(long from) {
        LedgerEntries entries = new LedgerEntries(head, from);
        segments.forEach(segment -> entries.add(LedgerSegment.read(segment)));
        return entries.all(stateMillis);
    }

    public LedgerBalance balance() {
        NumberRuns runs = new NumberRuns();
        returned.forEach(number -> runs.add(new NumberRange(number, number)));
        return new LedgerBalance(
                IDENTITY,
                head.entries(),
                head.hash(),
                Instant.ofEpochMilli(head.millis() == null ? millis : head.millis()),
                ranges,
                taken,
                returned.size(),
                Optional.of(runs.all()),
                pending.size(),
                Optional.ofNullable(period));
    }

    public AuditReport audit(List<LedgerEntry> entries) {
        LedgerAudit audit = new LedgerAudit();
        entries.forEach(audit::accept);
        return audit.report(Optional.of(balance()));
    }
}
