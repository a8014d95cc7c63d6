package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import java.util.Map;
import java.util.stream.Collectors;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/** The source of ids for all persistence units of the application, its own among them. */
@AutoConfiguration(after = SnowkeeperAutoConfiguration.class)
@ConditionalOnClass({BeforeExecutionGenerator.class, AbstractEntityManagerFactoryBean.class})
@ConditionalOnBean(Ids.class)
public class JpaIdsAutoConfiguration {

    /**
     * The ids are looked up when the first is needed: a post-processor's dependencies are made before other
     * post-processors.
     */
    @Bean
    static BeanPostProcessor snowkeeperJpaIds(BeanFactory beans) {
        ApplicationBeans sources = new ApplicationBeans(beans);
        Map<String, Object> settings = HibernateIdGenerator.SETTINGS.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, held -> sources.of(held.getKey(), held.getValue())));
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String beanName) {
                if (bean instanceof AbstractEntityManagerFactoryBean factory) {
                    settings.forEach(factory.getJpaPropertyMap()::putIfAbsent);
                }
                return bean;
            }
        };
    }
}
