package io.snowkeeper.client.internal.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * A resolver that asks the operating system, which may block, on threads of its own. A number is its own address, which is there at
 * once.
 */
public record SystemLookup(Executor threads) implements AddressLookup {

    /** Four numbers, or a text with colons, which no name has. */
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+){3}|.*:.*");

    @Override
    public CompletionStage<List<InetAddress>> addresses(String host) {
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        if (NUMBER.matcher(host).matches()) {
            lookUp(host, found);
        } else {
            threads.execute(() -> lookUp(host, found));
        }
        return found;
    }

    private static void lookUp(String host, CompletableFuture<List<InetAddress>> found) {
        try {
            found.complete(List.of(InetAddress.getAllByName(host)));
        } catch (UnknownHostException e) {
            found.completeExceptionally(e);
        }
    }
}
