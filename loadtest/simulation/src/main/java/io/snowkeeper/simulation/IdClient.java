package io.snowkeeper.simulation;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.judge.DiskJudge;
import io.snowkeeper.simulation.judge.IdJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A client that asks one node for ids, again and again. */
final class IdClient {

    private static final List<SortableKind> UNITS = List.of(SortableKind.values());

    private final SimulatedNode node;
    private final int member;
    private final EventLoop loop;
    private final Choices choices;
    private final IdJudge judge;
    private final DiskJudge disk;
    private final OrderJudge order;
    private final Calls calls;
    private final Trace trace;
    private final Pace pace;
    private final long pauseNanos;
    private String lastRefusal = "";

    /** @param member which of the node's worker ids its connection has, counted from 0 */
    IdClient(
            SimulatedNode node,
            int member,
            EventLoop loop,
            Choices choices,
            IdJudge judge,
            DiskJudge disk,
            OrderJudge order,
            Trace trace,
            Pace pace) {
        this.node = node;
        this.member = member;
        this.loop = loop;
        this.choices = choices;
        this.judge = judge;
        this.disk = disk;
        this.order = order;
        this.calls = new Calls(loop);
        this.trace = trace;
        this.pace = pace;
        this.pauseNanos = choices.spread(5_000_000, 500_000_000);
    }

    void start() {
        loop.after(pace.next(choices, pauseNanos), () -> {
            ask();
            start();
        });
    }

    private void ask() {
        String process = node.processName(member);
        long begun = order.begun();
        long kind = choices.between(1, 100);
        if (kind <= 15) {
            long other = judge.latest();
            calls.ask(
                    node,
                    member,
                    new Request.Generate(IdFormat.NUMBER, OptionalLong.of(other)),
                    answer -> generatedAfter(other, process, begun, answer));
        } else if (kind <= 85) {
            calls.ask(node, member, new Request.Generate(IdFormat.NUMBER), answer -> generated(process, begun, answer));
        } else if (kind <= 95) {
            int count = (int) choices.spread(1, 200);
            calls.ask(
                    node,
                    member,
                    new Request.GenerateBatch(count, IdFormat.NUMBER),
                    answer -> batch(process, begun, answer));
        } else {
            int count = (int) choices.spread(1, 20);
            calls.ask(
                    node,
                    member,
                    new Request.GenerateSortable(choices.one(UNITS), count, SortableIdFormat.HEX),
                    answer -> sortable(process, answer));
        }
    }

    private void generatedAfter(long other, String process, long begun, Answer answer) {
        if (answer instanceof Answer.Refusal refusal
                && refusal.reason().equals(Optional.of(UnavailableReason.ID_AHEAD))) {
            // Clocks are set by days; a node may be ready, and behind that id.
            return;
        }
        if (answer instanceof Answer.Generated generated && generated.id() <= other) {
            throw new BrokenPromiseException(
                    "%s gave id %s to a call for one after %s".formatted(process, generated.id(), other));
        }
        generated(process, begun, answer);
    }

    private void generated(String process, long begun, Answer answer) {
        if (answer instanceof Answer.Generated generated) {
            trace.add(node.name() + " " + "id " + generated.id());
            if (!lastRefusal.isEmpty()) {
                lastRefusal = "";
                trace.tell("%s gives ids again, from worker %s".formatted(node.name(), judge.workerOf(generated.id())));
            }
            judge.given(process, generated.id());
            order.answered(process, begun, generated.id());
            if (member == 0) {
                disk.given(process, generated.id(), node.machine().state());
            }
        } else {
            refused(answer);
        }
    }

    private void batch(String process, long begun, Answer answer) {
        if (answer instanceof Answer.GeneratedBatch generated) {
            trace.add(node.name() + " " + "ids " + generated.ids().length + " from "
                    + generated.ids()[0]);
            judge.givenTogether(process, generated.ids());
            order.answered(process, begun, generated.ids());
        } else {
            refused(answer);
        }
    }

    private void sortable(String process, Answer answer) {
        if (answer instanceof Answer.GeneratedSortable generated) {
            SortableId first = generated.ids().get(0);
            // Without the last bits, which are others in each process where it is a UUID.
            trace.add(node.name() + " " + "sortable " + new SortableId(first.high(), first.low() >>> 26));
            judge.givenSortable(process, generated.ids());
        } else {
            refused(answer);
        }
    }

    /**
     * A balancer that relies on the node's readiness must not be misled. A stalled one may refuse by an earlier clock.
     */
    private void requireNotReady(Answer.Refusal refusal) {
        if (!node.mayStall() && node.readiness().isReady()) {
            throw new BrokenPromiseException(
                    "%s says that it is ready, and refuses ids: %s".formatted(node.name(), refusal.text()));
        }
    }

    private void refused(Answer answer) {
        if (answer instanceof Answer.Refusal refusal) {
            requireNotReady(refusal);
            String reason = refusal.reason().map(Object::toString).orElse("");
            if (reason.equals(lastRefusal)) {
                trace.add(node.name() + " " + "refused: " + refusal.text());
            } else {
                trace.tell(node.name() + " refuses: " + refusal.text());
                lastRefusal = reason;
            }
        }
    }
}
