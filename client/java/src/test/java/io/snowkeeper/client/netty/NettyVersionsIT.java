package io.snowkeeper.client.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.client.FakeServer;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client as it is packaged, in a process of its own, with each Netty that an application may have. */
class NettyVersionsIT {

    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void callsOfEachKindAreAnswered(NettyJars netty) throws Exception {
        try (FakeServer server = FakeServer.start(fleet())) {
            assertThat(run(onClassPath(netty), List.of(server.address()))).isEqualTo(answers(netty));
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsOfEachKindAreAnsweredOverTls(NettyJars netty) throws Exception {
        TestCa authority = TestCa.in(folder, "authority");
        TestCa.Issued server = authority.issue("server");
        TestCa.Issued ours = authority.issue("ours");
        ServerSocket listener = authority
                .serverContext(server)
                .getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        ((SSLServerSocket) listener).setNeedClientAuth(true);
        try (FakeServer fake = FakeServer.start(listener, true, fleet())) {
            List<String> arguments = Stream.concat(
                            Stream.of(fake.address()),
                            Stream.of(authority.file(), ours.certificate(), ours.key())
                                    .map(Path::toString))
                    .toList();
            assertThat(run(onClassPath(netty), arguments)).isEqualTo(answers(netty));
        }
    }

    @ParameterizedTest
    @EnumSource
    void asAModuleItFindsItsModules(NettyJars netty) throws Exception {
        try (FakeServer server = FakeServer.start(fleet())) {
            assertThat(run(onModulePath(netty), List.of(server.address()))).isEqualTo(answers(netty));
        }
    }

    private static FakeServer.Script fleet() {
        FakeServer.Script ids = FakeServer.honest(new AtomicLong());
        return asked -> {
            if (asked.type().equals("sequence_next")) {
                asked.ok("\"numbers\": [7], \"reservation\": null");
            } else {
                ids.run(asked);
            }
        };
    }

    /** Nothing else is written, no warning either. */
    private static String answers(NettyJars netty) {
        return "1\n1000\n100000\n10\n7\n%s\n".formatted(netty.version());
    }

    private static List<String> onClassPath(NettyJars netty) throws Exception {
        List<Path> path = jars(netty);
        path.add(location(CallOfEachKind.class));
        return JavaProcess.mainClass(path, CallOfEachKind.class.getName());
    }

    private static List<String> onModulePath(NettyJars netty) throws Exception {
        String modules = jars(netty).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return List.of(
                "-p",
                modules,
                "--add-modules",
                "io.snowkeeper.client",
                "-cp",
                location(CallOfEachKind.class).toString(),
                CallOfEachKind.class.getName());
    }

    private static List<Path> jars(NettyJars netty) throws Exception {
        List<Path> jars = new ArrayList<>(netty.files());
        jars.add(Path.of(System.getProperty("client.jar")));
        jars.add(location(Ids.class));
        return jars;
    }

    private static Path location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private String run(List<String> program, List<String> arguments) throws Exception {
        Path output = folder.resolve("output");
        try (JavaProcess process = JavaProcess.start(List.of(), QUICK, program, arguments, Map.of(), output)) {
            assertThat(process.awaitEnd(Duration.ofMinutes(1))).isTrue();
            return Files.readString(output);
        }
    }
}
