package io.snowkeeper.coordinator.zookeeper;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.zookeeper.server.PrepRequestProcessor;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * The step of a server that makes transactions of requests, one after the other, on the thread that brings a request: ZooKeeper's own
 * one has a thread for that, which every write waits for to wake up. Thread-safe; nothing in it waits for the disk.
 */
final class PreparationInPlace extends PrepRequestProcessor {

    private final Consumer<Throwable> failed;
    private final Lock turn = new ReentrantLock();

    /** @param failed receives the exception that ends the server, before anything else is done */
    PreparationInPlace(ZooKeeperServer server, RequestProcessor next, Consumer<Throwable> failed) {
        super(server, next);
        this.failed = failed;
    }

    @Override
    public void processRequest(Request request) {
        turn.lock();
        try {
            pRequest(request);
        } catch (RequestProcessorException | RuntimeException | Error e) {
            // As if the thread had died: the state for the next request is unknown.
            failed.accept(e);
            handleException(getName(), e);
        } finally {
            turn.unlock();
        }
    }
}
