package io.snowkeeper.client.internal.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * A resolver that asks the operating system, which may block, on threads of its own. Where a name has several addresses, each is the first
 * to be tried as often as the others.
 */
public record SystemLookup(Executor threads, RandomGenerator random) implements AddressLookup {

    @Override
    public CompletionStage<List<InetAddress>> addresses(String host) {
        int rotation = random.nextInt(Integer.MAX_VALUE);
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        List<InetAddress> found = new ArrayList<>(List.of(InetAddress.getAllByName(host)));
                        Collections.rotate(found, rotation);
                        return found;
                    } catch (UnknownHostException e) {
                        throw new CompletionException(e);
                    }
                },
                threads);
    }
}
