package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An application of a web container: once it is closed, nothing in the process holds on to its classes. */
class ThrownAwayClassLoaderIT {

    @Test
    void afterCloseNoThreadAndNoReferenceKeepsTheClassesOfTheApplication() throws Exception {
        WeakReference<ClassLoader> loader;
        try (TemporaryZooKeeper zooKeeper = TemporaryZooKeeper.onAnyPort()) {
            loader = runAndThrowAway(zooKeeper.getConnectString());
        }

        await().untilAsserted(() -> assertThat(threadsOf(loader)).isEmpty());
        replaceWhatJavaRemembers();
        await().until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    /**
     * Java 17 remembers the types of the last records whose methods it has made. Any other record takes their place.
     */
    private static void replaceWhatJavaRemembers() {
        assertThat(new Box(new Content(1))).isEqualTo(new Box(new Content(1)));
        assertThat(new Box(new Content(1))).hasSameHashCodeAs(new Box(new Content(1)));
        assertThat(new Box(new Content(1))).hasToString("Box[content=Content[number=1]]");
    }

    private record Box(Content content) {}

    private record Content(int number) {}

    /** By a thread of its own, as that of a container would be, and with its class loader as the thread's. */
    private static WeakReference<ClassLoader> runAndThrowAway(String connectString) throws Exception {
        URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
        List<Throwable> failures = new ArrayList<>();
        Thread container = new Thread(() -> {
            try {
                loader.loadClass("io.snowkeeper.embedded.WebApplication")
                        .getMethod("run", String.class)
                        .invoke(null, connectString);
            } catch (ReflectiveOperationException | LinkageError e) {
                failures.add(e);
            }
        });
        container.setContextClassLoader(loader);
        container.start();
        container.join();
        assertThat(failures).isEmpty();
        loader.close();
        return new WeakReference<>(loader);
    }

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator))) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static List<String> threadsOf(WeakReference<ClassLoader> loader) {
        ClassLoader application = loader.get();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> application != null
                        && (thread.getContextClassLoader() == application
                                || thread.getClass().getClassLoader() == application))
                .map(Thread::getName)
                .toList();
    }
}
