package io.snowkeeper.spring.json;

import com.fasterxml.jackson.databind.Module;
import io.snowkeeper.core.text.PublicIds;
import jakarta.servlet.Servlet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.JacksonModule;

/** Ids as texts in JSON. Spring Boot gives the modules to the mappers that it makes. */
@AutoConfiguration
@EnableConfigurationProperties(JsonProperties.class)
public class JsonAutoConfiguration {

    /** Spring Boot gives it to controllers. */
    @Bean
    GenericConverter snowkeeperPublicIdConverter(JsonProperties settings, ObjectProvider<PublicIds> keys) {
        return new PublicIdConverter(ids(settings, keys));
    }

    private static TextIds ids(JsonProperties settings, ObjectProvider<PublicIds> keys) {
        return new TextIds(settings.idsAsText(), keys.getIfUnique(() -> PublicIds.NONE));
    }

    /** For controllers of Spring MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter.class,
        Servlet.class
    })
    static class Mvc {

        @Bean
        static BeanPostProcessor snowkeeperMvcPublicIds() {
            return PublicIdConversion.givenTo(
                    org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter.class,
                    adapter -> adapter.getWebBindingInitializer());
        }
    }

    /** For those of WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestMappingHandlerAdapter.class)
    static class WebFlux {

        @Bean
        static BeanPostProcessor snowkeeperWebFluxPublicIds() {
            return PublicIdConversion.givenTo(
                    RequestMappingHandlerAdapter.class, RequestMappingHandlerAdapter::getWebBindingInitializer);
        }
    }

    /** For Jackson 2, which Spring Boot 3 has. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Module.class)
    static class Jackson2 {

        @Bean
        Module snowkeeperJackson2Module(JsonProperties settings, ObjectProvider<PublicIds> keys) {
            return Jackson2Ids.module(ids(settings, keys));
        }
    }

    /** For Jackson 3, which Spring Boot 4 has. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JacksonModule.class)
    static class Jackson3 {

        @Bean
        JacksonModule snowkeeperJackson3Module(JsonProperties settings, ObjectProvider<PublicIds> keys) {
            return Jackson3Ids.module(ids(settings, keys));
        }
    }
}
