package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdForm;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeServiceTest {

    private static final long EPOCH = Layout.DEFAULT.epochMillis();
    private static final NodeStatus STATUS = NodeStatus.alone("n1");

    private static final PublicIds KEYS = PublicIds.ofKeys("a base58 2b7e151628aed2a6abf7158809cf4f3c");

    private final AtomicLong now = new AtomicLong(EPOCH + 1000);
    private final LeasedIdSource ids = ids(Layout.DEFAULT);
    private final NodeService service = new NodeService("n1", ids, now::get, () -> STATUS);

    private LeasedIdSource ids(Layout layout) {
        return new LeasedIdSource(
                layout, now::get, Duration.ZERO, Optional::empty, () -> TimeUnit.MILLISECONDS.toNanos(now.get()));
    }

    @Test
    void generateGivesAnIdOfTheLease() {
        grant(17);

        assertThat(service.begin(new Request.Generate(IdFormat.STRING)))
                .isEqualTo(new Answer.Generated(Layout.DEFAULT.compose(1000, 17, 0), IdFormat.STRING));
    }

    @Test
    void aBatchTellsTheHighestSequenceThatItUsed() {
        grant(17);
        service.begin(new Request.Generate(IdFormat.NUMBER));

        Answer.GeneratedBatch batch =
                (Answer.GeneratedBatch) service.begin(new Request.GenerateBatch(5, IdFormat.NUMBER));

        assertThat(batch.ids()).hasSize(5);
        assertThat(batch.maxSequence()).isEqualTo(5);
    }

    @Test
    void decomposeTakesAnIdApart() {
        long id = Layout.DEFAULT.compose(1234, 17, 9);
        assertThat(decomposed(service, Long.toString(id), IdForm.Name.PLAIN))
                .isEqualTo(new Answer.Decomposed(EPOCH + 1234, 17, 9, Optional.empty()));
    }

    @Test
    void decomposeSaysWhichIdATextInAnotherFormIs() {
        long id = Layout.DEFAULT.compose(1234, 17, 9);
        Answer.Decomposed parts = new Answer.Decomposed(EPOCH + 1234, 17, 9, Optional.of(Long.toString(id)));
        NodeService reader = service.withPublicIds(() -> KEYS);

        assertThat(decomposed(reader, KEYS.withPrefix("ord").format(id), IdForm.Name.PLAIN))
                .isEqualTo(parts);
        assertThat(decomposed(reader, Long.toString(BitReversal.of(id)), IdForm.Name.REVERSED))
                .isEqualTo(parts);
    }

    private static Reply decomposed(NodeService by, String id, IdForm.Name form) {
        return by.begin(new Request.Decompose(id, form));
    }

    @Test
    void aPublicIdIsReadOnlyWithItsKey() {
        String id = KEYS.format(7);
        assertRefused(
                new Request.Decompose(id, IdForm.Name.PLAIN),
                new Answer.Refusal(
                        ErrorCode.MALFORMED_REQUEST,
                        "id must be an integer from 0 to 9223372036854775807, a UUID of version 7, or an id in another form: public id can be read with its key only, and there is none here: id="
                                + id));
    }

    @Test
    void anIdIsAnsweredWithItsPublicId() {
        grant(17);
        NodeService writer = service.withPublicIds(() -> KEYS);
        long id = Layout.DEFAULT.compose(1000, 17, 0);

        Answer.GeneratedInForm answer = (Answer.GeneratedInForm)
                writer.begin(new Request.Generate(IdFormat.NUMBER, OptionalLong.empty(), form(IdForm.Name.PUBLIC)));

        assertThat(answer.ids()).containsExactly(id);
        assertThat(answer.publicIds()).containsExactly(KEYS.withPrefix("ord").format(id));
        assertThat(answer.maxSequence()).isEmpty();
    }

    @Test
    void aBatchIsAnsweredWithPublicIdsInItsOrder() {
        grant(17);
        NodeService writer = service.withPublicIds(() -> KEYS);

        Answer.GeneratedInForm answer = (Answer.GeneratedInForm) writer.begin(
                new Request.GenerateBatch(3, IdFormat.NUMBER, OptionalLong.empty(), form(IdForm.Name.PUBLIC)));

        long first = Layout.DEFAULT.compose(1000, 17, 0);
        assertThat(answer.ids()).containsExactly(first, first + 1, first + 2);
        assertThat(answer.publicIds()).extracting(KEYS::parseAny).containsExactly(first, first + 1, first + 2);
        assertThat(answer.maxSequence()).hasValue(2);
    }

    @Test
    void idsWithReversedBitsAreThoseOfTheFleetReversed() {
        grant(17);

        Answer.GeneratedInForm answer = (Answer.GeneratedInForm) service.begin(
                new Request.GenerateBatch(2, IdFormat.NUMBER, OptionalLong.empty(), form(IdForm.Name.REVERSED)));

        long first = Layout.DEFAULT.compose(1000, 17, 0);
        assertThat(answer.ids()).containsExactly(BitReversal.of(first), BitReversal.of(first + 1));
        assertThat(answer.publicIds()).isEmpty();
    }

    @Test
    void withoutKeysPublicIdsAreRefusedAndNoIdIsTaken() {
        grant(17);

        assertRefused(
                new Request.Generate(IdFormat.NUMBER, OptionalLong.empty(), form(IdForm.Name.PUBLIC)),
                new Answer.Refusal(
                        ErrorCode.NOT_SUPPORTED,
                        "there are no public ids here: the node was started without --public-id-keys"));
        assertThat(service.begin(new Request.Generate(IdFormat.NUMBER)))
                .isEqualTo(new Answer.Generated(Layout.DEFAULT.compose(1000, 17, 0), IdFormat.NUMBER));
    }

    private static IdForm form(IdForm.Name name) {
        return new IdForm(name, "ord");
    }

    @Test
    void timeInfoCountsWholeYearsByTheCalendar() {
        assertThat(service.begin(new Request.TimeInfo()))
                .isEqualTo(new Answer.TimeInfo(1000, 1_704_067_200_000L, 2_199_023_255_551L, 69));
    }

    @Test
    void aYearThatIsNotWholeIsNotCounted() {
        // The default layout ends on 2093-09-06.
        now.set(Instant.parse("2092-09-07T00:00:00Z").toEpochMilli());

        assertThat(((Answer.TimeInfo) service.begin(new Request.TimeInfo())).yearsRemaining())
                .isZero();
    }

    @Test
    void noYearsRemainAfterTheEnd() {
        now.set(Instant.parse("2095-01-01T00:00:00Z").toEpochMilli());

        assertThat(((Answer.TimeInfo) service.begin(new Request.TimeInfo())).yearsRemaining())
                .isZero();
    }

    @Test
    void aLayoutWithoutAnEndInTheCalendarHasYearsRemaining() {
        Layout endless = Layout.milliseconds(Layout.DEFAULT_EPOCH, 63, 0, 0);
        NodeService endlessService = new NodeService("n1", ids(endless), now::get, () -> STATUS);

        assertThat(((Answer.TimeInfo) endlessService.begin(new Request.TimeInfo())).yearsRemaining())
                .isEqualTo(292_277_024);
    }

    @Test
    void withoutAWorkerIdARequestIsRefusedForNow() {
        assertRefused(
                new Request.Generate(IdFormat.NUMBER),
                UnavailableReason.NO_WORKER_ID,
                "no worker id: none was granted yet");
    }

    @Test
    void aClockThatWentBackRefusesARequestForNow() {
        grant(17);
        service.begin(new Request.Generate(IdFormat.NUMBER));
        now.set(EPOCH + 900);

        assertRefused(
                new Request.GenerateBatch(2, IdFormat.NUMBER),
                UnavailableReason.CLOCK_MOVED_BACKWARDS,
                "clock moved backwards by 100 ms: it reads 2024-01-01T00:00:00.900Z,"
                        + " ids were issued or reserved up to 2024-01-01T00:00:01Z");
    }

    @Test
    void aDrainingNodeRefusesRequests() {
        grant(17);
        service.drain();

        assertRefused(
                new Request.Generate(IdFormat.NUMBER),
                Answer.Refusal.notBegun(
                        UnavailableReason.DRAINING, "draining: node n1 is being stopped, ask another one"));
    }

    @Test
    void aDrainingNodeTellsItsStatus() {
        service.drain();

        Answer.Status status = (Answer.Status) service.begin(new Request.Status());

        assertThat(status.draining()).isTrue();
        assertThat(status.workerId()).isEmpty();
    }

    @Test
    void theStatusTellsTheWorkerIdAndTheHighestSequence() {
        grant(17);
        service.begin(new Request.GenerateBatch(8, IdFormat.NUMBER));

        Answer.Status status = (Answer.Status) service.begin(new Request.Status());

        assertThat(status.workerId()).hasValue(17);
        assertThat(status.highest().sinceStart()).isEqualTo(7);
    }

    @Test
    void aNodeThatWouldRefuseAnIdIsNotReadyAndSaysWhy() {
        now.addAndGet(3_600_000);
        grant(17);
        service.begin(new Request.Generate(IdFormat.NUMBER));
        now.addAndGet(-3_600_000);

        Answer.Status status = (Answer.Status) service.begin(new Request.Status());

        assertThat(status.reason()).contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);
        assertThat(status.problem().orElseThrow())
                .startsWith("snowflake ids are refused: clock moved backwards by 3600000 ms");
    }

    @Test
    void whoIsRefusedSinceTheClockStandsStillIsRefusedByANodeThatSaysThatItIsNotReady() {
        AtomicLong nanos = new AtomicLong();
        LeasedIdSource watched =
                new LeasedIdSource(Layout.DEFAULT, now::get, Duration.ZERO, Optional::empty, nanos::get);
        watched.granted(new WorkerLease(17, 0, Reservation.unlimited()));
        NodeService node = new NodeService("n1", watched, now::get, () -> STATUS);
        now.incrementAndGet();
        PendingAnswer waiting = (PendingAnswer) node.begin(new Request.GenerateBatch(5_000, IdFormat.NUMBER));
        waiting.advance();
        nanos.addAndGet(1_000_000_001);

        assertThatThrownBy(waiting::advance)
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(((Answer.Refusal) e.answer()).reason())
                                .contains(UnavailableReason.CLOCK_STALLED));
        assertThat(Readiness.of(watched).isReady()).isFalse();
    }

    @Test
    void theStatusTellsForHowLongIdsGoOnWithoutZooKeeperNotUpToWhenTheDiskHasSaid() {
        grant(17);
        NodeService leased = new NodeService(
                "n1",
                ids,
                now::get,
                () -> new NodeStatus(
                        "n1",
                        "holding",
                        Optional.empty(),
                        OptionalLong.of(EPOCH + 3_000),
                        OptionalLong.of(EPOCH + 51_000),
                        true,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty()));

        Answer.Status status = (Answer.Status) leased.begin(new Request.Status());

        assertThat(status.reservedRemainingMillis()).hasValue(50_000);
        assertThat(status.node().reservedUntilMillis()).hasValue(EPOCH + 51_000);
    }

    @Test
    void aNodeThatRefusesIdsDoesNotGoOnAtAll() {
        assertThat(((Answer.Status) service.begin(new Request.Status())).reservedRemainingMillis())
                .isEmpty();
    }

    private void grant(long workerId) {
        ids.granted(new WorkerLease(workerId, 0, Reservation.unlimited()));
    }

    private void assertRefused(Request request, UnavailableReason reason, String text) {
        assertRefused(request, Answer.Refusal.forNow(reason, text));
    }

    private void assertRefused(Request request, Answer.Refusal refusal) {
        assertThatThrownBy(() -> service.begin(request))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer()).isEqualTo(refusal));
    }
}
