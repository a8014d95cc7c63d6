package io.snowkeeper.springtest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts applications, each with its own settings. */
public final class Applications {

    /** Settings by which no call is repeated or fails while a server stands still for seconds. */
    public static final List<String> PATIENT =
            List.of("--snowkeeper.client.deadline=60s", "--snowkeeper.client.attempt-timeout=60s");

    /** The arguments of all applications. With R2DBC on the class path, Spring Boot would make no DataSource. */
    static final List<String> COMMON = List.of(
            "--spring.datasource.generate-unique-name=true",
            "--spring.main.banner-mode=off",
            "--spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration,"
                    + "org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration");

    private static final List<String> REACTIVE =
            List.of("--spring.r2dbc.generate-unique-name=true", "--spring.main.banner-mode=off");

    private Applications() {}

    /** Starts one without a web server, with a DataSource. */
    public static ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return run(WebApplicationType.NONE, application, true, properties);
    }

    /** Starts one without a web server, with a ConnectionFactory. */
    public static ConfigurableApplicationContext startReactive(Class<?> application, String... properties) {
        return run(WebApplicationType.NONE, application, false, properties);
    }

    /** Starts one with a web server, on any port. */
    public static ConfigurableApplicationContext serve(Class<?> application, String... properties) {
        return run(WebApplicationType.SERVLET, application, true, properties);
    }

    private static ConfigurableApplicationContext run(
            WebApplicationType type, Class<?> application, boolean jdbc, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--management.endpoints.web.exposure.include=health,metrics",
                "--management.endpoint.health.show-details=always"));
        all.addAll(PATIENT);
        all.addAll(jdbc ? COMMON : REACTIVE);
        Stream.of(properties).map(property -> "--" + property).forEach(all::add);
        return new SpringApplicationBuilder(application)
                .web(type)
                .registerShutdownHook(false)
                .run(all.toArray(String[]::new));
    }
}
