package io.snowkeeper.spring.json;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.text.PublicIds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.web.reactive.WebFluxAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/** Public ids in the parameters of controllers, of Spring MVC and of WebFlux. */
class ControllersTest {

    private static final PublicIds KEYS = PublicIds.ofKeys("a base58 2b7e151628aed2a6abf7158809cf4f3c");
    private static final String SEVEN = KEYS.withPrefix("ord").format(7);

    /** An application's controller. */
    @RestController
    static class Orders {

        @GetMapping("/orders/{id}")
        String show(@PathVariable("id") @PublicId("ord") long id) {
            return "order " + id;
        }

        @GetMapping("/boxed")
        String boxed(@RequestParam("id") @PublicId("ord") Long id) {
            return "order " + id;
        }

        @GetMapping("/list")
        String list(@RequestParam("id") @PublicId("ord") List<Long> ids) {
            return "orders " + ids;
        }

        @GetMapping("/plain/{number}")
        String plain(@PathVariable("number") long number) {
            return "number " + number;
        }
    }

    private final WebApplicationContextRunner servlets = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JsonAutoConfiguration.class, WebMvcAutoConfiguration.class))
            .withBean(Orders.class);
    private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JsonAutoConfiguration.class, WebFluxAutoConfiguration.class))
            .withBean(Orders.class);

    /** Returns the status and the text that Spring MVC answers. */
    private static String mvc(WebApplicationContextRunner application, String path) {
        String[] answer = new String[1];
        application.run(context -> {
            MockHttpServletResponse response = MockMvcBuilders.webAppContextSetup(context.getSourceApplicationContext())
                    .build()
                    .perform(MockMvcRequestBuilders.get(path))
                    .andReturn()
                    .getResponse();
            answer[0] = (response.getStatus() + " " + response.getContentAsString()).strip();
        });
        return answer[0];
    }

    /** Returns the status and, of a success, the text that WebFlux answers. */
    private static String flux(ReactiveWebApplicationContextRunner application, String path) {
        String[] answer = new String[1];
        application.run(context -> {
            HttpHandler handler = WebHttpHandlerBuilder.applicationContext(context.getSourceApplicationContext())
                    .build();
            MockServerHttpResponse response = new MockServerHttpResponse();
            handler.handle(MockServerHttpRequest.get(path).build(), response).block();
            HttpStatusCode status = requireNonNullElse(response.getStatusCode(), HttpStatus.OK);
            String text = status.isError() ? "" : response.getBodyAsString().block();
            answer[0] = (status.value() + " " + text).strip();
        });
        return answer[0];
    }

    private static WebApplicationContextRunner keyed(WebApplicationContextRunner application) {
        return application.withBean(PublicIds.class, () -> KEYS);
    }

    private static ReactiveWebApplicationContextRunner keyed(ReactiveWebApplicationContextRunner application) {
        return application.withBean(PublicIds.class, () -> KEYS);
    }

    @Test
    void aPublicIdIsReadWithMvc() {
        assertThat(mvc(keyed(servlets), "/orders/" + SEVEN)).isEqualTo("200 order 7");
        assertThat(mvc(keyed(servlets), "/boxed?id=" + SEVEN)).isEqualTo("200 order 7");
        assertThat(mvc(keyed(servlets), "/list?id=" + SEVEN + "," + SEVEN)).isEqualTo("200 orders [7, 7]");
    }

    @Test
    void aPublicIdIsReadWithWebFlux() {
        assertThat(flux(keyed(reactive), "/orders/" + SEVEN)).isEqualTo("200 order 7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders/384316993592885248",
                "/orders/-5",
                "/orders/0x10",
                "/boxed?id=7",
                "/list?id=7",
                "/list?id=7,8"
            })
    void aPlainNumberIsNoPublicId(String path) {
        assertThat(mvc(keyed(servlets), path)).isEqualTo("400");
        assertThat(flux(keyed(reactive), path)).isEqualTo("400");
    }

    @Test
    void aPlainNumberIsNoPublicIdWithoutKeysEither() {
        assertThat(mvc(servlets, "/orders/7")).isEqualTo("400");
        assertThat(flux(reactive, "/orders/7")).isEqualTo("400");
    }

    @Test
    void otherNumbersAreReadAsEver() {
        assertThat(mvc(keyed(servlets), "/plain/0x10")).isEqualTo("200 number 16");
        assertThat(flux(keyed(reactive), "/plain/0x10")).isEqualTo("200 number 16");
    }
}
