package io.snowkeeper.node.access;

import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A pending answer to a change, which the audit trail records once, when it is there or the client has gone. */
final class NotedAnswer implements PendingAnswer {

    private final PendingAnswer answer;
    private final Predicate<String> mayRead;
    private @Nullable ChangeNote note;

    /** @param mayRead which sequences the requester may know of */
    NotedAnswer(PendingAnswer answer, ChangeNote note, Predicate<String> mayRead) {
        this.answer = answer;
        this.note = note;
        this.mayRead = mayRead;
    }

    @Override
    public boolean advance() {
        try {
            return answer.advance();
        } catch (RuntimeException e) {
            failed(e);
            throw e;
        }
    }

    @Override
    public @Nullable Answer answer() {
        Answer arrived;
        try {
            arrived = answer.answer();
        } catch (RuntimeException e) {
            failed(e);
            throw e;
        }
        if (arrived != null && note != null) {
            var unused = note.answered(arrived);
            note = null;
        }
        return arrived instanceof Answer.Refusal refusal ? refusal.told(mayRead) : arrived;
    }

    @Override
    public Optional<CompletionStage<?>> awaited() {
        return answer.awaited();
    }

    @Override
    public Object tick() {
        return answer.tick();
    }

    @Override
    public void abandon() {
        take(AuditEvent.Outcome.UNKNOWN, "the client left before its answer");
        answer.abandon();
    }

    private void failed(RuntimeException failure) {
        if (note != null && failure instanceof RequestRefusedException refused) {
            var unused = note.answered(refused.answer());
            note = null;
        }
        take(AuditEvent.Outcome.UNKNOWN, failure.getMessage());
    }

    private void take(AuditEvent.Outcome outcome, @Nullable String detail) {
        if (note != null) {
            note.take(outcome, detail);
            note = null;
        }
    }
}
