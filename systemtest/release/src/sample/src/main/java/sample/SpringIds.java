package sample;

import io.snowkeeper.core.api.Ids;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** Says whether ids of an application of Spring Boot increase. */
@EnableAutoConfiguration
class SpringIds {

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(SpringIds.class);
        application.setBannerMode(Banner.Mode.OFF);
        try (var context = application.run(arguments)) {
            Ids ids = context.getBean(Ids.class);
            long first = ids.next();
            System.out.println(ids.next() > first);
        }
    }
}
