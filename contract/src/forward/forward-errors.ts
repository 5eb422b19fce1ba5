/** The errors of forwarding, part of `errorCodes`. */
export const forwardErrors = {
  'forward.channel': 500,
  'forward.again_none': 500,
  'forward.channel_twice': 500,
  'forward.code_twice': 500,
  'forward.forbidden': 500,
  'forward.kinds': 500,
  'forward.loop': 500,
  'forward.mn_twice': 500,
  'forward.password': 500,
  'forward.several_addresses': 500,
<<<<<<< HEAD
  'forward.reissue_empty': 500,
  'forward.reissue_size': 500,
  'forward.reissue_state': 500,
=======
  'forward.simulated': 500,
>>>>>>> fw-demo
  'forward.site': 500,
  'forward.site_twice': 500,
  'forward.sites_needed': 500,
  'forward.sm4_protocol': 500,
  'forward.topic': 500,
  'forward.topic_needed': 500,
  'forward.unit': 500,
} as const;
