package io.snowkeeper.sequences.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ledgers with right hashes and impossible entries: forged with write access to ZooKeeper and knowledge of the format.
 */
class ForgedLedgerTest {

    private static final Optional<String> NONE = Optional.empty();
    private static final String HELD = "at_expiry=hold key_retention_ms=600000";
    private static final long MINUTE = 60_000;

    /** The entries written behind a correct ledger, in which all numbers of its ranges are taken. */
    private enum Forgery {
        A_PENDING_NUMBER_IS_GIVEN_AGAIN {
            @Override
            void write(Forger forger) {
                forger.giveAgain(LedgerEvent.RESERVE);
            }
        },
        A_CONFIRMED_NUMBER_IS_GIVEN_AGAIN {
            @Override
            void write(Forger forger) {
                forger.giveAgain(LedgerEvent.CONFIRM);
            }
        },
        A_VOID_NUMBER_IS_GIVEN_AGAIN {
            @Override
            void write(Forger forger) {
                forger.giveAgain(LedgerEvent.VOID);
            }
        },
        A_NUMBER_THAT_CAME_BACK_IS_GIVEN_TWICE {
            @Override
            void write(Forger forger) {
                forger.giveAgain(LedgerEvent.CANCEL);
            }
        },
        A_RANGE_IS_APPENDED_TWICE {
            @Override
            void write(Forger forger) {
                forger.ledger.write(append(forger.any().numbers().get(0)));
            }
        },
        A_RANGE_OVERLAPS_ITSELF {
            @Override
            void write(Forger forger) {
                forger.ledger.write(append(new NumberRange(5_000, 5_009), new NumberRange(5_009, 5_020)));
            }
        },
        A_RESERVATION_IS_MADE_AGAIN {
            @Override
            void write(Forger forger) {
                forger.ledger.write(append(new NumberRange(5_000, 5_009)));
                forger.ledger.write(Posting.reserve(
                        forger.any(LedgerEvent.CONFIRM).reservation().orElseThrow(),
                        List.of(new NumberRange(5_000, 5_000)),
                        NONE,
                        NONE));
            }
        },
        A_NUMBER_IS_VOID_FOR_NO_REASON {
            @Override
            void write(Forger forger) {
                Posting pending = forger.any(LedgerEvent.RESERVE);
                forger.ledger.write(Posting.settle(
                        LedgerEvent.VOID, pending.reservation().orElseThrow(), pending.numbers(), NONE, NONE));
            }
        },
        A_RESERVATION_IS_SETTLED_TWICE {
            @Override
            void write(Forger forger) {
                Posting confirmed = forger.any(LedgerEvent.CONFIRM);
                forger.ledger.write(Posting.settle(
                        LedgerEvent.CANCEL, confirmed.reservation().orElseThrow(), confirmed.numbers(), NONE, NONE));
            }
        },
        OTHER_NUMBERS_ARE_CONFIRMED {
            @Override
            void write(Forger forger) {
                Posting pending = forger.any(LedgerEvent.RESERVE);
                forger.ledger.write(Posting.settle(
                        LedgerEvent.CONFIRM,
                        pending.reservation().orElseThrow(),
                        List.of(new NumberRange(5_000, 5_000)),
                        NONE,
                        NONE));
            }
        };

        abstract void write(Forger forger);
    }

    private static Posting append(NumberRange... ranges) {
        return Posting.of(LedgerEvent.APPEND, List.of(ranges), NONE);
    }

    private record Forger(SampleLedger ledger, SplittableRandom random) {

        /** Returns the last event of a reservation. */
        Posting any(LedgerEvent... events) {
            Map<Long, Posting> last = new TreeMap<>();
            for (LedgerEntry entry : ledger.entries()) {
                entry.posting().reservation().ifPresent(reservation -> last.put(reservation, entry.posting()));
            }
            List<Posting> found = last.values().stream()
                    .filter(posting -> events.length == 0 || List.of(events).contains(posting.event()))
                    .toList();
            return found.get(random.nextInt(found.size()));
        }

        /** The range comes once more, so that its numbers come next; the counts fit, whatever happens to them then. */
        void giveAgain(LedgerEvent state) {
            List<NumberRange> numbers = any(state).numbers();
            ledger.write(append(numbers.toArray(NumberRange[]::new)));
            ledger.write(Posting.reserve(1_000_000, numbers, NONE, NONE));
            switch (random.nextInt(4)) {
                case 0 -> ledger.write(end(LedgerEvent.CONFIRM, numbers));
                case 1 -> ledger.write(end(LedgerEvent.CANCEL, numbers));
                case 2 -> ledger.write(end(LedgerEvent.VOID, numbers));
                default -> {
                    // It stays pending.
                }
            }
        }

        private static Posting end(LedgerEvent event, List<NumberRange> numbers) {
            return Posting.settle(event, 1_000_000, numbers, NONE, Optional.of("forged"));
        }
    }

    private static SampleLedger used(long seed) {
        long taken = lived(SampleLedger.created(), seed).balance().taken();
        return lived(SampleLedger.created(taken, "at_expiry=return"), seed);
    }

    /** At the end there is a reservation in each state. */
    private static SampleLedger lived(SampleLedger ledger, long seed) {
        ledger.live(new SplittableRandom(seed), 60);
        for (LedgerEvent end : List.of(LedgerEvent.CONFIRM, LedgerEvent.VOID, LedgerEvent.CANCEL)) {
            Posting reserved = ledger.reserve(2, null);
            ledger.write(reserved, ledger.settle(end, reserved.reservation().orElseThrow()));
        }
        ledger.write(ledger.reserve(2, null));
        return ledger;
    }

    /** Audits a copy alone: that a forged state does not fit would be no merit of the audit. */
    private static AuditReport audit(SampleLedger ledger) {
        LedgerAudit audit = new LedgerAudit();
        ledger.entries().forEach(audit::accept);
        return audit.report(Optional.empty());
    }

    private static List<String> findings(SampleLedger ledger) {
        return audit(ledger).findings().stream().map(AuditFinding::toString).toList();
    }

    private static List<String> remarks(SampleLedger ledger) {
        return audit(ledger).remarks().stream().map(AuditFinding::toString).toList();
    }

    @ParameterizedTest
    @EnumSource
    void whatNoSequenceDoesIsFoundThoughEachHashIsRight(Forgery forgery) {
        for (long seed = 0; seed < 50; seed++) {
            SampleLedger ledger = used(seed);
            assertThat(findings(ledger)).as("seed %d, as it was", seed).isEmpty();
            forgery.write(new Forger(ledger, new SplittableRandom(seed)));
            assertThat(findings(ledger)).as("seed %d, forged", seed).isNotEmpty();
        }
    }

    @Test
    void aNumberIsLookedUpInAllPlacesThoughItComesNext() {
        SampleLedger ledger = SampleLedger.created(5, HELD);
        ledger.write(ledger.reserve(5, null));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.write(append(new NumberRange(6, 6), new NumberRange(1, 5)));
        ledger.write(Posting.reserve(1, List.of(new NumberRange(6, 6), new NumberRange(1, 2)), NONE, NONE));
        assertThat(findings(ledger))
                .containsExactly(
                        "entry 4: number 1-5: append, and the sequence has it already",
                        "entry 5: number 1-2: given again, and it is confirmed before");
    }

    @Test
    void nothingIsGivenOfAPeriodThatHasEnded() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.turn("2026"), ledger.reserve(1, null));
        ledger.write(ledger.turn("2027"), ledger.reserve(1, null));
        ledger.write(
                Posting.reserve(2, List.of(new NumberRange(2, 2)), NONE, NONE).in("2026"));
        assertThat(findings(ledger)).containsExactly("entry 6: reserve of period 2026, which has ended");
    }

    @Test
    void whatIsHeldComesBackByNoTimeAlone() {
        SampleLedger ledger = SampleLedger.created(9, HELD);
        ledger.write(ledger.reserve(1, "a"));
        ledger.write(ledger.settle(LedgerEvent.EXPIRE, 0));
        assertThat(findings(ledger))
                .containsExactly("entry 3: number 1: expire, and it is held: no time alone gives it back");
    }

    // A document under two numbers.

    @Test
    void aKeyWhoseNumberIsPendingGetsNoOther() {
        SampleLedger ledger = SampleLedger.created(9, HELD);
        ledger.write(ledger.reserve(1, "a"));
        ledger.pass(1_000 * MINUTE);
        ledger.write(ledger.reserve(1, "a"));
        assertThat(findings(ledger))
                .containsExactly("entry 3: number 2: given for key a, for which 1 is pending under reservation 0");
    }

    @Test
    void aKeyThatIsKnownGetsNoOtherNumberAfterItsOwnWasConfirmed() {
        SampleLedger ledger = SampleLedger.created(9, HELD);
        ledger.write(ledger.reserve(1, "a"));
        ledger.pass(1_000 * MINUTE);
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.pass(8 * MINUTE);
        ledger.write(ledger.reserve(1, "a"));
        assertThat(findings(ledger))
                .containsExactly(
                        "entry 4: number 2: given for key a, for which 1 was confirmed, and which was to be known for longer");
    }

    @Test
    void aKeyThatWasForgottenMayGetAnotherNumberWhichIsRemarkedOnceBothAreConfirmed() {
        SampleLedger ledger = SampleLedger.created(9, HELD);
        ledger.write(ledger.reserve(1, "a"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.pass(10 * MINUTE);
        ledger.write(ledger.reserve(1, "a"));
        assertThat(remarks(ledger)).isEmpty();
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 1));
        assertThat(findings(ledger)).isEmpty();
        assertThat(remarks(ledger)).containsExactly("entry 5: number 2: confirmed for key a, as 1 was before");
    }

    @Test
    void aKeyWhoseNumberWasPutBackMayGetAnother() {
        SampleLedger ledger = SampleLedger.created(9, HELD);
        ledger.write(ledger.reserve(2, "a"));
        ledger.write(ledger.settle(LedgerEvent.VOID, 0));
        ledger.write(ledger.reserve(1, "a"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 1));
        assertThat(findings(ledger)).isEmpty();
        assertThat(remarks(ledger)).isEmpty();
    }

    @Test
    void whereNumbersComeBackAKeyIsKnownFromWhenItAsked() {
        SampleLedger ledger = SampleLedger.created(9, "at_expiry=return key_retention_ms=600000");
        ledger.write(ledger.reserve(1, "a"));
        ledger.pass(9 * MINUTE);
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.pass(MINUTE);
        ledger.write(ledger.reserve(1, "a"));
        assertThat(findings(ledger)).isEmpty();
    }

    @Test
    void whatIsPromisedForLessTimeFromNowOnIsPromisedForLess() {
        SampleLedger ledger = SampleLedger.created(9, "at_expiry=hold key_retention_ms=forever");
        ledger.write(ledger.reserve(1, "a"), ledger.reserve(1, "b"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.write(Posting.of(LedgerEvent.CONFIGURE, List.of(), Optional.of(HELD)));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 1));
        ledger.pass(10 * MINUTE);
        ledger.write(ledger.reserve(1, "a"), ledger.reserve(1, "b"));
        assertThat(findings(ledger)).isEmpty();
    }

    @Test
    void eachOfManyTextsHasAPlaceOfItsOwn() {
        TextTable table = new TextTable();
        for (int i = 0; i < 100_000; i++) {
            table.set(table.place("order-" + i), i, -i);
        }
        for (int i = 0; i < 100_000; i++) {
            int place = table.place("order-" + i);
            assertThat(table.first(place)).isEqualTo(i);
            assertThat(table.second(place)).isEqualTo(-i);
        }
        assertThat(table.first(table.place("another"))).isEqualTo(TextTable.NONE);
    }
}
