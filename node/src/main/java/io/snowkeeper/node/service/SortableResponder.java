package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.node.service.id.NoWorkerIdException;
import io.snowkeeper.node.service.id.SortableIds;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * The responder to requests for sortable ids, on threads of its own: the first tick after a lease has begun may have to
 * be waited for.
 */
final class SortableResponder {

    private final SortableIds ids;
    private final Function<SortableUnit, Executor> executors;

    SortableResponder(SortableIds ids, Function<SortableUnit, Executor> executors) {
        this.ids = requireNonNull(ids);
        this.executors = requireNonNull(executors);
    }

    Reply begin(Request.GenerateSortable request) {
        try {
            return PendingAnswer.of(
                    CompletableFuture.supplyAsync(() -> answer(request), executors.apply(request.unit())));
        } catch (RejectedExecutionException e) {
            throw RequestRefusedException.forNow(UnavailableReason.DRAINING, "the node is being stopped");
        }
    }

    private Answer answer(Request.GenerateSortable request) {
        try {
            return new Answer.GeneratedSortable(ids.next(request.unit(), request.count()), request.format());
        } catch (IdUnavailableException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e));
        } catch (NoWorkerIdException e) {
            throw new RequestRefusedException(e.refusal());
        }
    }
}
