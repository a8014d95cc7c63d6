package io.snowkeeper.node.report.fleet;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body that is read up to a bound, beyond which the answer fails: the JDK's own has no bound. */
final class BoundedBody implements BodySubscriber<byte[]> {

    private final BodySubscriber<byte[]> all = BodySubscribers.ofByteArray();
    private final int most;
    private int bytes;
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return all.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription made) {
        subscription = made;
        all.onSubscribe(made);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            bytes += part.remaining();
        }
        Flow.Subscription present = subscription;
        if (bytes > most && present != null) {
            present.cancel();
            all.onError(new IOException("its answer has more than %s bytes".formatted(most)));
        } else {
            all.onNext(parts);
        }
    }

    @Override
    public void onError(Throwable failure) {
        all.onError(failure);
    }

    @Override
    public void onComplete() {
        all.onComplete();
    }
}
