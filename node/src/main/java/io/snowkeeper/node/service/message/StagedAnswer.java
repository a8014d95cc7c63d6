package io.snowkeeper.node.service.message;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An answer that some other thread will have.
 *
 * @param stage has the answer when it completes; if it fails with a refusal, the request is refused
 */
public record StagedAnswer(CompletableFuture<? extends Answer> stage) implements PendingAnswer {

    @Override
    public boolean advance() {
        return stage.isDone();
    }

    @Override
    public @Nullable Answer answer() {
        if (!stage.isDone()) {
            return null;
        }
        try {
            return stage.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RequestRefusedException refused) {
                throw refused;
            }
            throw e;
        }
    }

    @Override
    public Optional<CompletionStage<?>> awaited() {
        return Optional.of(stage);
    }

    @Override
    public void abandon() {
        stage.cancel(false);
    }
}
