package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.coordinator.zookeeper.EnsembleClients;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.client.ZKClientConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the connections that sequences use begin. They log in again where a login was refused. */
final class SequenceClients {

    private static final Logger log = LoggerFactory.getLogger(SequenceClients.class);

    private static final int RETRY_PAUSE_MILLIS = 500;

    private SequenceClients() {}

    /** Makes the client that numbers go over. */
    static CuratorFramework usual(SequenceSettings settings) {
        return make(settings, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
    }

    /** Makes a client that takes large answers. */
    static CuratorFramework bulk(SequenceSettings settings) {
        return make(settings, BulkConnection.MAX_ANSWER_BYTES);
    }

    private static CuratorFramework make(SequenceSettings settings, int maxAnswerBytes) {
        return EnsembleClients.builder(
                        EnsembleAddress.parse(settings.connectString()).servers(),
                        settings.sessionTimeout(),
                        settings.security(),
                        maxAnswerBytes)
                // For the election of the sweeper; numbers do not go this way.
                .retryPolicy(new RetryForever(RETRY_PAUSE_MILLIS))
                .build();
    }

    /**
     * Has a client log in again, some time after its login was refused.
     *
     * @param timer where it does so
     * @param loggedIn called when it has another session
     */
    static void keepLoggedIn(CuratorFramework client, ScheduledExecutorService timer, Runnable loggedIn) {
        AtomicBoolean waiting = new AtomicBoolean();
        client.getCuratorListenable().addListener((source, event) -> {
            if (isRefusal(event) && waiting.compareAndSet(false, true)) {
                logInLater(timer, () -> {
                    // Before it is tried: it may be refused at once.
                    waiting.set(false);
                    if (EnsembleClients.logInAgain(client)) {
                        loggedIn.run();
                    }
                });
            }
        });
    }

    private static boolean isRefusal(CuratorEvent event) {
        WatchedEvent watched = event.getWatchedEvent();
        return watched != null && watched.getState() == KeeperState.AuthFailed;
    }

    private static void logInLater(ScheduledExecutorService timer, Runnable logIn) {
        try {
            var unused = timer.schedule(logIn, EnsembleClients.LOGIN_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("the node stops, it does not log in again");
        }
    }
}
